import { defineCase } from "./task-case.ts";

/** Texts for people to read. */
export const WRITING_CASES = [
  defineCase({
    name: "e-mail",
    cues: "email, e-mail, mail draft, reply to, cover note, follow-up email, newsletter mail, message to, letter to, apology, thank-you note, thank you note, greeting card",
    capabilities: "writing",
    slots: `
      recipient (audience) 1 | Who is it to? | A customer / A colleague / My manager
      what the mail should achieve (purpose) 1 | What should it achieve? | Ask for something / Tell news / Apologize
      points to make (contents) 0.8 | Which points must be in it? | I list them / You propose them*
      tone (style) 0.7 | Which tone should it have? | Friendly* / Formal / Firm
      length (quantity) 0.4 | How long may it be? | A few lines* / Half a page / As long as needed
      permission to send (permissions) 0.5 | Should it be sent, or only drafted? | Only drafted* / Sent after I approve
    `,
  }),
  defineCase({
    name: "article",
    cues: "article, blog, blog post, essay, post about, column, guest post, op-ed, write about, feature story",
    capabilities: "writing, web search",
    slots: `
      subject and angle (goal) 1 | What exactly should it be about, and from which angle? | An introduction* / An opinion / A how-to
      audience (audience) 0.9 | Who should read it? | Beginners / Professionals / The general public*
      length (quantity) 0.7 | How long should it be? | About 500 words / About 1,000 words* / 2,000 words or more
      tone (style) 0.7 | Which tone should it have? | Informative* / Conversational / Persuasive
      purpose of the article (purpose) 0.6 | What should it do for you? | Inform readers* / Win customers / Be found by search engines
      deadline (deadline) 0.3 | When do you need it? | This week* / This month / No hurry
    `,
  }),
  defineCase({
    name: "marketing copy",
    cues: "marketing copy, ad copy, advert, advertisement, landing page copy, product description, slogan, tagline, sales page, campaign, brochure, flyer, press release",
    capabilities: "writing, marketing",
    slots: `
      product and its benefit (contents) 1 | What is offered, and what is its main benefit? | I describe it / It is on our website
      audience (audience) 1 | Who should it win over? | Consumers / Businesses / Existing customers
      channel (format) 0.8 | Where will it appear? | Website* / Social media / Print
      tone (style) 0.7 | Which tone fits your brand? | Friendly* / Professional / Bold
      call to action (purpose) 0.6 | What should readers do next? | Buy / Sign up / Get in touch
    `,
  }),
  defineCase({
    name: "social media",
    cues: "social media, instagram, tweet, tweets, linkedin post, facebook post, tiktok, caption, hashtags, social media posts, content calendar",
    capabilities: "writing, marketing",
    slots: `
      platform (format) 1 | On which platform will it be posted? | LinkedIn / Instagram / X
      subject of the posts (goal) 1 | What should the posts be about? | A product / News / Tips
      number of posts (quantity) 0.7 | How many posts do you need? | One* / A week of posts / A month of posts
      audience (audience) 0.7 | Who should they reach? | Customers* / Professionals / Young people
      tone (style) 0.6 | Which tone should they have? | Friendly* / Professional / Funny
      permission to post (permissions) 0.5 | Should they be posted, or only drafted? | Only drafted* / Posted after I approve
    `,
  }),
  defineCase({
    name: "translation",
    cues: "translate, translation, localize, localise, localization, in german, into english, into spanish, into french",
    capabilities: "translation",
    slots: `
      text to translate (data) 1 | Which text should be translated? | I paste it / I attach a file / A website
      target language (language) 1 | Into which language? | English / Spanish / German
      tone (style) 0.6 | How formal should it be? | Like the original* / Formal / Casual
      audience (audience) 0.6 | Who will read the translation? | Customers / Colleagues / Authorities
      names and terms to keep (constraints) 0.4 | Are there terms that must stay as they are? | None* / Names of products / I send a list
    `,
  }),
  defineCase({
    name: "summary",
    cues: "summarize, summarise, summary, tldr, tl;dr, key points, condense, digest, minutes, meeting notes, abstract, recap",
    capabilities: "summarizing",
    slots: `
      text to summarize (data) 1 | What should be summarized? | I paste the text / I attach a file / A link
      length (quantity) 0.8 | How long may the summary be? | A few sentences / Half a page* / One page
      focus (contents) 0.7 | What should it focus on? | The main points* / Decisions and next steps / Figures
      audience (audience) 0.6 | Who is it for? | Me* / My team / Management
      format of the summary (format) 0.5 | In which form? | Bullet points* / Running text / A table
    `,
  }),
  defineCase({
    name: "presentation",
    cues: "presentation, slides, slide deck, deck, powerpoint, keynote, pitch deck, pitch, talk",
    capabilities: "writing, presentation design",
    slots: `
      audience (audience) 1 | Who will see it? | Management* / Customers / Investors
      message (contents) 1 | What should they take away from it? | One main message* / A decision to make / Knowledge
      length (quantity) 0.7 | How many slides, or how many minutes? | 5 slides / 10 slides* / 20 slides
      material (data) 0.6 | Which material is there to build on? | Notes that I send / Figures that I send / None yet
      look (style) 0.5 | Which look should it have? | Our template / Plain and modern* / Colourful
      deadline (deadline) 0.4 | When is it held? | This week / Next week* / Later
    `,
  }),
  defineCase({
    name: "legal text",
    cues: "contract, terms of service, privacy policy, policy, legal, agreement, nda, terms and conditions, disclaimer, clause, code of conduct, gdpr",
    capabilities: "legal writing",
    slots: `
      jurisdiction (place) 1 | Under which country's law? | United States / United Kingdom / European Union
      parties and purpose (purpose) 1 | Between whom, and for what? | A company and customers / A company and employees / Two companies
      points it must settle (contents) 0.9 | Which points must it settle? | The usual ones* / I list them
      review by a lawyer (permissions) 0.5 | Will a lawyer check it? | Yes* / No
      format of the text (format) 0.3 | In which format do you need it? | Word document* / PDF / Web page
    `,
  }),
  defineCase({
    name: "creative writing",
    cues: "story, poem, song, lyrics, novel, short story, fairy tale, screenplay, script for, speech, toast, limerick, haiku, character",
    capabilities: "creative writing",
    slots: `
      theme (goal) 1 | What should it be about? | Love / Adventure / Something from my life
      audience (audience) 0.8 | Who is it for? | Children / Adults* / One person
      tone (style) 0.8 | Which mood should it have? | Cheerful / Serious / Funny
      length (quantity) 0.7 | How long should it be? | Short* / A page or two / Long
      occasion (purpose) 0.5 | Is there an occasion? | A birthday / A wedding / None*
    `,
  }),
  defineCase({
    name: "documentation",
    cues: "documentation, readme, manual, user guide, tutorial, how-to, instructions, faq, knowledge base, handbook, onboarding guide, wiki",
    capabilities: "technical writing",
    slots: `
      subject of the text (goal) 1 | What should it explain? | How to begin / How to do one task / Everything
      readers (audience) 0.9 | Who will read it? | Beginners* / Developers / Customers
      material (data) 0.8 | What is there to work from? | The product itself / Notes / Source code
      format of the text (format) 0.6 | In which form? | Web page / Markdown* / PDF
      level of detail (level) 0.5 | How detailed should it be? | The essentials* / Step by step / Complete reference
    `,
  }),
  defineCase({
    name: "proofreading",
    cues: "proofread, edit my, correct my, grammar, rewrite, rephrase, improve my text, polish, edit the text, paraphrase",
    capabilities: "editing",
    slots: `
      text to edit (data) 1 | Which text should be edited? | I paste it / I attach a file
      how far to go (constraints) 0.9 | How much may be changed? | Only mistakes* / Style too / Rewrite freely
      tone (style) 0.6 | Which tone should it have? | As it is* / More formal / Friendlier
      readers (audience) 0.6 | Who will read it? | Customers / A teacher / Colleagues
    `,
  }),
  defineCase({
    name: "survey",
    cues: "survey, questionnaire, poll, feedback form, interview questions, quiz, customer survey",
    capabilities: "survey design",
    slots: `
      what to find out (purpose) 1 | What do you want to find out? | Satisfaction / Needs / Opinions
      respondents (audience) 1 | Who will be asked? | Customers* / Employees / The public
      number of questions (quantity) 0.6 | How many questions should it have? | About 5 / About 10* / 20 or more
      tool (environment) 0.4 | With which tool will you run it? | Google Forms* / SurveyMonkey / On paper
    `,
  }),
];
