import type { Acceptance } from "../../src/domain/liaison/feedback.ts";

/** What somebody says of a result, and what a person reads in it. */
export interface Said {
  readonly text: string;
  /** Undefined: nobody could tell. */
  readonly acceptance: Acceptance | undefined;
  /** `+accuracy`, `-clarity`: the sides that it is plainly about. */
  readonly sides: readonly string[];
  readonly suggestions: number;
}

const STATUS: Readonly<Record<string, Acceptance | undefined>> = {
  yes: "accepted",
  no: "rejected",
  more: "needs_improvement",
  none: undefined,
};

/** Text | yes, no, more or none | sides | how many suggestions. */
const ROWS = `
The login works, but the error messages are confusing. | more | -clarity | 1
Ship it. | yes | | 0
LGTM | yes | | 0
LGTM, but please rename the config file. | yes | | 1
I approve this, great work! | yes | | 0
Accepted, thanks. | yes | | 0
Perfect, exactly what I needed! | yes | | 0
This is exactly what I asked for. | yes | | 0
The summary is clear and concise. Happy with it as it is. | yes | +clarity | 0
Looks good to me. | yes | | 0
Works for me, thank you | yes | | 0
All the figures are correct and the report covers everything. | yes | +accuracy +completeness | 0
Really fast and easy to use. I love it. | yes | +performance +usability | 0
Great job, the itinerary is well paced and the hotels are affordable. | yes | +cost +pacing | 0
No changes needed. | yes | | 0
Don't change a thing, it's perfect. | yes | | 0
I couldn't be happier with the result. | yes | | 0
Nothing to complain about. | yes | | 0
Very helpful report, it saved me hours. | yes | +helpfulness | 0
The ideas are original and the tone is friendly. | yes | +creativity +tone | 0
👍 | yes | | 0
The draft reads well and there are no mistakes in it. | yes | +accuracy | 0
You can publish it. | yes | | 0
Good to go! | yes | | 0
I'm very satisfied with the translation. | yes | | 0
The plan arrived ahead of schedule and within budget. | yes | +timeliness | 0
Reject. | no | | 0
This is not acceptable. | no | | 0
Redo it. | no | | 0
I reject this, half of the numbers are made up. | no | -accuracy | 1
I can't accept this. | no | | 0
This is useless. | no | -helpfulness | 0
Start over, this is not what I asked for. | no | | 0
That's a waste of time, please start from scratch. | no | | 0
Unacceptable. The totals are wrong. | no | -accuracy | 1
Scrap it. | no | | 0
I don't approve this. | no | | 0
I'd accept it if you fix the totals. | more | -accuracy | 1
I will approve it once the typos are corrected. | more | -accuracy | 1
I can't accept this until the tests pass. | more | | 1
Mostly good, but the second section is too long. | more | -clarity | 1
Almost there, just make the font bigger. | more | | 1
It needs more work. | more | | 0
Not there yet. | more | | 0
The colours are hard to tell apart with my colour blindness. | more | -accessibility | 1
I'd like to see the quarters compared, and the regions should be more prominent. | more | -completeness | 2
Please add a legend to the chart. | more | -completeness | 1
Could you add a filter by region? | more | | 1
It would be nice to have an export to CSV. | more | | 1
I was hoping for more detail on the costs. | more | -completeness | 1
The report should have mentioned the returns. | more | | 1
There is no summary at the top. | more | | 1
The executive summary is missing. | more | -completeness | 1
The page is too slow. | more | -performance | 1
The page takes forever to load. | more | -performance | 1
The app crashes when I open the settings. | more | -reliability | 1
The numbers for March don't match our ledger. | more | -accuracy | 1
Revenue for Q2 is wrong. | more | -accuracy | 1
The layout looks nice but the labels are unreadable. | more | +appearance -clarity | 1
It is accurate but boring. | more | +accuracy -creativity | 1
The text is too formal for our customers. | more | -tone | 1
The tone is condescending. | more | -tone | 1
The hotel is too expensive. | more | -cost | 1
Day three is too packed; leave some time to rest. | more | -pacing | 2
I can't read the text with a screen reader. | more | -accessibility | 1
The contrast is too low. | more | -accessibility | 1
The buttons are hard to find and the menu is clunky. | more | -usability | 2
The answer is vague and doesn't explain the second step. | more | -clarity | 1
More pictures, please. | more | | 1
Shorter sentences would help. | more | | 1
Remove the third paragraph. | more | | 1
Use our brand colours instead of the default ones. | more | | 1
The chart isn't clear enough. | more | -clarity | 1
The introduction is weak. | more | | 1
Could be better. | more | | 0
Great work overall. The only problem is the missing index. | more | -completeness | 1
I like the structure, however the conclusion contradicts the data. | more | +clarity -accuracy | 1
The search works well, but sorting is broken and the dates are wrong. | more | -accuracy | 2
Nice! Can you also send the numbers per store? | more | | 1
You forgot the appendix. | more | -completeness | 1
I don't understand the second chart. | more | -clarity | 1
It lacks sources. | more | -completeness | 1
The sentences are long-winded and full of jargon. | more | -clarity | 1
Try to make it more playful. | more | -creativity | 1
The flight leaves too early, I would prefer one after nine. | more | | 1
The itinerary ignores that we travel with a wheelchair. | more | -accessibility | 1
The cover image is blurry. | more | -appearance | 1
I don't like it. | more | | 0
Not great. | more | | 0
It's not bad at all. | yes | | 0
The code is clean and the tests pass. Merge it. | yes | | 0
I love how it crashes every time I click save 🙄 | more | -reliability | 0
There are no errors, and nothing is missing. | yes | +accuracy +completeness | 0
The dashboard is not slow any more. | yes | +performance | 0
I've been through the whole report and honestly I'm impressed. | yes | | 0
The migration ran without a hitch. Approved! | yes | | 0
Sorry, but no. This isn't usable in its current state. | more | | 1
I would have liked a comparison with last year. | more | -completeness | 1
The regional figures look off by about ten percent. | more | -accuracy | 1
How do I export this? | none | | 0
The hotel you picked is lovely, the flights are inconvenient though. | more | | 1
Three of the links are dead. | more | -reliability | 1
Love the headline; the rest reads like a press release. | more | | 1
Can we get the bars sorted by revenue? | more | | 1
It would be great if the chart had a title. | more | | 1
Your summary skips the most important finding. | more | -completeness | 1
The unit tests cover all edge cases, nice. | yes | +completeness | 0
I'm colour blind, so red and green look the same to me. | more | -accessibility | 1
On my phone the table gets cut off. | more | | 1
Everything's there, thanks a lot! | yes | +completeness | 0
You can close this. | yes | | 0
I don't think this is ready to ship. | more | | 0
It's okay, I guess. | none | | 0
Fine. | none | | 0
The API returns 500 when the list is empty. | more | -reliability | 1
The second paragraph repeats the first. | more | | 1
Please don't use emojis in the mail. | more | | 1
The response time is excellent now. | yes | +performance | 0
There are a few typos in section 2, otherwise it's great. | more | -accuracy | 1
The museum is closed on Mondays, so day 2 doesn't work. | more | | 1
I need the total in euros, not dollars. | more | | 1
The story drags in the middle and the ending feels rushed. | more | -pacing | 2
Wonderful! The kids will love it. | yes | | 0
It does what it should. | yes | | 0
Why is the margin negative in April? | none | | 0
Headline could be catchier. | more | -creativity | 1
This completely misses the point. | no | | 0
The code works, but there's no documentation whatsoever. | more | -completeness | 1
I expected at least five sources and got two. | more | | 1
Would you mind making the logo a bit larger? | more | | 1
Way too complicated for beginners. | more | | 1
The plan looks solid. Let's go with it. | yes | | 0
Happy to sign off. | yes | | 0
I'm not happy with the wording of the second slide. | more | -clarity | 1
Not what I had in mind. | no | | 0
Good enough for now, but the axis labels overlap. | more | | 1
Simple, elegant and quick. | yes | +performance | 0
It took ages to get this. | more | -timeliness | 1
None of the dates are right. | more | -accuracy | 1
I could follow every step without any trouble. | yes | +clarity | 0
Nothing here is new, I've read all these ideas before. | more | -creativity | 1
The pictures don't load on Safari. | more | | 1
I'd rather have a line chart here. | more | | 1
The tone is spot on. | yes | +tone | 0
Can't wait to show this to the team! | yes | | 0
What a mess. | more | | 0
Much better than the first version. | yes | | 0
Better, but the regions still aren't prominent enough. | more | | 1
You've misunderstood the task: I wanted a table, not an essay. | more | | 2
The prices are out of date. | more | -cost | 1
The text is repetitive. Cut it by half, and give the examples their own section. | more | | 3
I accept, but for next time please number the pages. | yes | | 1
I cannot recommend this enough, brilliant stuff. | yes | | 0
Thanks for your effort, unfortunately the result can't be used: the file won't open. | more | | 2
Solid work. I have no further comments. | yes | | 0
The table of contents has no page numbers. | more | | 1
Some sentences sound like they were translated by a machine. | more | | 1
Change the currency to CHF and round to whole numbers. | more | | 2
I think we can go live with this. | yes | | 0
The restaurants you suggest are all closed in winter. | more | | 1
Nobody on my team understood the diagram. | more | -clarity | 1
Brilliant! This will save us a lot of time. | yes | +helpfulness | 0
It would help if you could explain the formula. | more | | 1
Where are the sources? | more | | 1
The font is so small that I need a magnifying glass. | more | | 1
We're happy to accept this version. | yes | | 0
I would not accept this from an intern. | no | | 0
Not bad, though the intro could be punchier. | more | | 1
Your figures contradict the ones in the annex. | more | -accuracy | 1
The checkout button does nothing. | more | | 1
The poem doesn't rhyme. | more | | 1
As requested, all good. | yes | | 0
This one is far better, thank you! | yes | | 0
The train connection is impossible: you have four minutes to change. | more | | 1
Don't send it yet, the date is wrong. | more | -accuracy | 1
Keep the structure but rewrite the ending. | more | | 1
It's clear, complete and on time. | yes | +clarity +completeness +timeliness | 0
The slides are too text-heavy. | more | | 1
I had to restart it twice. | more | | 1
The recommendations are practical and I can act on them right away. | yes | +helpfulness | 0
Please make sure the footnotes are numbered. | more | | 1
There's a bug in the date parser. | more | -accuracy | 1
You got the name of our CEO wrong. | more | -accuracy | 1
Beautiful design! Keep up the good work. | yes | +appearance | 0
It is neither accurate nor complete. | more | -accuracy -completeness | 1
Nice try, but I'd scrap the second half. | more | | 1
The search finds what I need in no time. | yes | | 0
I'm torn: the analysis is thorough, yet the recommendations are generic. | more | +completeness | 1
The keyboard navigation doesn't work in the filter menu. | more | -accessibility | 1
We cannot use this for the board meeting. | no | | 0
The route avoids the motorway as I wanted. | yes | | 0
There is too much whitespace between the rows. | more | | 1
I'd accept this. | yes | | 0
Okay, accepted. | yes | | 0
Please fix the typo in the title and ship it. | more | | 1
Ship it after fixing the footer. | more | | 1
Overall a great draft. The opening is catchy and I like the examples. Two things: the second section is confusing, and please cite your sources. | more | +creativity -clarity | 2
Thanks, that was quick! I checked the totals and they are correct. Approved. | yes | +accuracy | 0
I looked at it with my boss. We both think the layout is cluttered. Could the filters go on the left? | more | -appearance | 2
The itinerary is lovely but the second hotel is over our budget; could you find something cheaper? | more | -cost | 2
This is not what we agreed on. Please redo everything. | no | | 0
Super work, we'll use it on Monday! | yes | | 0
It runs fine on my machine, but on Windows it fails with an encoding error. | more | -reliability | 1
The essay answers the question, is well structured and free of errors. | yes | +clarity | 0
I can't really judge the numbers, but it looks plausible. | yes | | 0
Not sure yet, I'll look at it tomorrow. | none | | 0
I expected a PDF, you sent a spreadsheet. | more | | 1
Everything works except the export. | more | | 1
All good except for the broken link on page 3. | more | -reliability | 1
Way better. I'd only shorten the intro a bit. | more | | 1
The chart is fine, the table isn't. | more | | 1
You nailed the tone. The facts, though, need checking. | more | +tone -accuracy | 1
No, this is wrong. | more | -accuracy | 1
Yes, this is right. | yes | +accuracy | 0
Why did you remove the filters? I liked them. | more | | 1
I don't have any complaints. | yes | | 0
There's nothing I would change. | yes | | 0
I wouldn't change a thing. | yes | | 0
The flight times are perfect. The hotel has no air conditioning though. | more | -completeness | 1
Bitte die Farben ändern. | more | | 1
Please resend with the correct address. | more | | 1
Rejected. The data is from 2019. | no | | 0
I'm rejecting this version because the license header is missing everywhere. | no | -completeness | 1
My screen reader skips the whole table. | more | -accessibility | 1
The text sounds robotic and the jokes fall flat. | more | -tone | 2
Good, but not good enough for the client. | more | | 0
I'd give it 9 out of 10. | yes | | 0
2/10 | more | | 0
A beautiful chart full of wrong numbers. | more | +appearance -accuracy | 1
Great layout with slow filters. | more | +appearance -performance | 1
Good accuracy despite poor performance. | more | +accuracy -performance | 1
Nice colours and terrible wording. | more | +appearance -clarity | 1
The function works as expected and the code is easy to follow. | yes | +clarity | 0
Can you make the title bigger? | more | | 1
The summary repeats itself. | more | | 1
I'd approve this if it had tests. | more | | 1
You missed the deadline. | more | -timeliness | 1
The pictures are gorgeous. | yes | +appearance | 0
Half the rows are duplicated. | more | | 1
This saves me two hours every week, brilliant! | yes | +helpfulness | 0
It's too technical for my audience. | more | | 1
I'm afraid the budget is exceeded by 200 euros. | more | -cost | 1
Good work, but I was hoping for something bolder. | more | | 1
The museum visit could be a bit longer. | more | | 1
The script deleted my files! | more | | 1
It does exactly what I wanted, thanks. | yes | | 0
The layout breaks on mobile. | more | | 1
I need the sources in APA style. | more | | 1
Not what I wanted. | no | | 0
No objections from my side. | yes | | 0
The paragraph about taxes is outdated. | more | | 1
Could not be clearer. | yes | +clarity | 0
Swap the two charts, then it's good to go. | more | | 1
The tests are flaky. | more | -reliability | 1
The wording is clumsy in places. | more | -clarity | 1
All set, you can archive the task. | yes | | 0
I still see the old logo. | more | | 1
It took me a while to find the download button. | more | -usability | 1
Awesome, thank you so much! | yes | | 0
There's a gap in the itinerary on Thursday. | more | | 1
My only gripe is the colour scheme. | more | -appearance | 1
I don't agree with the conclusion. | more | | 1
`;

export const SAID: readonly Said[] = ROWS.trim()
  .split("\n")
  .map((row) => {
    const [text = "", status = "", sides = "", suggestions = ""] = row
      .split("|")
      .map((cell) => cell.trim());
    return {
      text,
      acceptance: STATUS[status],
      sides: sides === "" ? [] : sides.split(" "),
      suggestions: Number(suggestions),
    };
  });
