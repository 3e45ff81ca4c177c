import { defineCase } from "./task-case.ts";

/** Business, money, learning and media. */
export const WORK_CASES = [
  defineCase({
    name: "research",
    cues: "research, find information, look up, literature review, investigate, market research, overview of, background on, sources on, find articles, latest news, history of, facts about, information on",
    capabilities: "web search, research",
    slots: `
      question of the research (goal) 1 | Which question should be answered? | An overview* / One exact question / Pros and cons
      purpose of the research (purpose) 0.8 | What is it for? | A decision / A paper / Curiosity
      depth (quantity) 0.8 | How deep should it go? | A short overview* / A thorough report / Everything there is
      sources (data) 0.7 | Which sources should be used? | Any good ones* / Scientific ones / Official ones
      period (period) 0.5 | From which period? | The last year* / The last five years / Any time
      form of the results (format) 0.5 | In which form do you want the results? | A summary with links* / A report / A table
    `,
  }),
  defineCase({
    name: "comparison",
    cues: "compare, comparison, versus, vs, best, which is better, alternatives to, pros and cons, recommend, recommendation, top-rated, review of, reviews",
    capabilities: "web search, comparison",
    slots: `
      candidates (goal) 0.9 | What should be compared? | I name them / The best-known ones*
      criteria for the comparison (quality) 1 | What matters most in the choice? | Price* / Quality / Ease of use
      intended use (purpose) 0.8 | What do you need it for? | Private use* / Work / A gift
      budget (budget) 0.7 | What may it cost? | As little as possible / A middle price* / It does not matter
      place (place) 0.4 | Where should it be available? | Online* / Near me / In my country
    `,
  }),
  defineCase({
    name: "purchase",
    cues: "buy, purchase, shopping, order, shop for, looking to buy, laptop, smartphone, headphones, vacuum cleaner, shoes, good phone, price of, deal, discount, vendor, supplier, procurement, quote",
    capabilities: "web search, purchasing",
    slots: `
      what is bought (goal) 0.9 | What exactly do you need, with which features? | The basics* / The best there is / I list them
      budget (budget) 1 | What may it cost? | As little as possible / A middle price* / It does not matter
      intended use (purpose) 0.8 | What will it be used for? | Private use* / Work / A gift
      brand preference (preferences) 0.6 | Do you prefer a brand? | No preference* / I name it
      where to buy (place) 0.5 | Where should it be bought? | Online* / In a shop / Either
      permission to pay (permissions) 0.8 | May it be bought, or only found? | Only found* / Ask me, then buy
    `,
  }),
  defineCase({
    name: "budgeting",
    cues: "budget plan, prepare a budget, create a budget, make a budget, annual budget, budget for, budgeting, finances, savings plan, save money, household budget, expenses, invoice, invoices, tax, taxes, retirement, personal finance, debt, cash flow, accounting",
    capabilities: "financial planning",
    slots: `
      income and expenses (data) 1 | What comes in and what goes out? | I send the figures / A rough estimate
      goal of the plan (purpose) 1 | What should the plan reach? | Save more* / Pay off debt / Know where the money goes
      period (period) 0.8 | For which period is it? | A month* / A year / Several years
      constraints of the plan (constraints) 0.6 | What must not be cut? | Nothing in particular* / I list it
      format of the plan (format) 0.5 | In which form do you want it? | A spreadsheet* / A list / Text
    `,
  }),
  defineCase({
    name: "investment",
    cues: "invest, investment, investing, stocks, stock market, portfolio, crypto, bitcoin, etf, bonds, real estate, trading, shares",
    capabilities: "financial research",
    slots: `
      risk tolerance (level) 1 | How much risk do you accept? | Little* / Some / Much
      amount to invest (budget) 0.9 | How much do you want to invest? | A small sum / A medium sum / A large sum
      time horizon (duration) 0.9 | For how long? | Under a year / A few years* / Ten years or more
      goal of the investment (purpose) 0.8 | What is it for? | Retirement / A purchase / Income
      kinds of investment (preferences) 0.6 | Which kinds come into question? | Funds* / Single shares / All kinds
    `,
  }),
  defineCase({
    name: "business plan",
    cues: "business plan, startup, strategy, business model, go-to-market, marketing strategy, marketing plan, swot, launch plan, growth plan, roadmap, okr, proposal, project plan",
    capabilities: "business planning, writing",
    slots: `
      what the business does (contents) 1 | What is offered, and to whom? | A product / A service / A shop
      goal of the plan (purpose) 0.9 | What should the plan achieve? | Win investors / Guide the team* / Enter a market
      market (audience) 0.8 | Who are the customers? | Consumers / Businesses / Both
      resources (budget) 0.7 | Which money and people are there? | Few / Some* / Many
      period (period) 0.7 | For which period? | A quarter / A year* / Several years
      length and format (format) 0.4 | In which form? | A few pages* / Slides / A spreadsheet
    `,
  }),
  defineCase({
    name: "hiring",
    cues: "hire, hiring, job description, recruit, recruitment, candidate, candidates, job ad, job posting, interview plan, hiring plan",
    capabilities: "recruiting, writing",
    slots: `
      role (goal) 1 | Which role is to be filled? | I name it
      skills (quality) 1 | Which skills are required, and which are nice to have? | I list them / The usual ones for the role*
      seniority (level) 0.8 | Which level of experience? | Junior / Experienced* / Senior
      place of work (place) 0.7 | Where is the work done? | On site / Remote / Both*
      pay (budget) 0.6 | Which pay is offered? | I name it / Market rate* / Not to be stated
      start date (deadline) 0.5 | When should the person begin? | As soon as possible* / In three months / Open
    `,
  }),
  defineCase({
    name: "job search",
    cues: "resume, cv, cover letter, job search, job interview, find a job, linkedin profile, career, career change, job application, salary negotiation",
    capabilities: "career advice, writing",
    slots: `
      target job (purpose) 1 | Which job or field is it for? | I name it / Several
      background (data) 1 | What experience and education do you have? | I paste my resume / I describe it
      strengths to show (contents) 0.7 | What should stand out? | Experience* / Skills / Results
      country (place) 0.5 | In which country do you apply? | I name it
      format of the text (format) 0.4 | In which form? | Word document / PDF* / Plain text
    `,
  }),
  defineCase({
    name: "lesson plan",
    cues: "lesson plan, lesson, teach, curriculum, class, course material, worksheet, classroom, homework, exam, exercise sheet, training course",
    capabilities: "teaching, writing",
    slots: `
      subject (goal) 1 | Which subject and topic is it? | I name it
      grade or level (level) 1 | For which age or level? | Primary school / Secondary school / Adults
      duration of the lesson (duration) 0.8 | How long is the lesson? | 45 minutes* / 90 minutes / Several lessons
      learning goals (purpose) 0.8 | What should the learners be able to do afterwards? | I list it / You propose it*
      materials at hand (data) 0.5 | Which materials are there? | The usual ones* / Computers / None
    `,
  }),
  defineCase({
    name: "learning",
    cues: "learn, learning, study plan, course, courses, language learning, study, understand, explain, certification, tutor, beginner guide, beginner's guide, improve my, resources for",
    capabilities: "teaching, web search",
    slots: `
      current level (level) 1 | What is your current level? | Beginner* / Intermediate / Advanced
      goal of the learning (purpose) 1 | What do you want to be able to do? | Understand the basics* / Use it at work / Pass an exam
      time available (duration) 0.8 | How much time is there for it? | An hour a week / An hour a day* / More
      preferred way of learning (preferences) 0.8 | How do you like to learn? | Videos / Reading / Practice*
      budget for the course (budget) 0.5 | What may it cost? | Free* / A little / It does not matter
      parts of the subject (goal) 0.6 | Which parts interest you most? | All* / I name them
    `,
  }),
  defineCase({
    name: "scheduling",
    cues: "schedule a, make a schedule, create a schedule, schedule for, work schedule, team schedule, meeting, retrospective, invite, calendar, appointment with, find a time, timetable, shift plan, roster, agenda, reschedule, daily routine, to-do list, reminders, time management",
    capabilities: "scheduling",
    slots: `
      participants (people) 1 | Who takes part? | Only me / A few people / A team
      time (period) 1 | Which days and times come into question? | This week* / Next week / Any time
      duration (duration) 0.8 | How long does it take? | 30 minutes* / An hour / Longer
      subject (goal) 0.6 | What is it about? | I say it
      permission to invite (permissions) 0.7 | May invitations be sent? | Ask me first* / Yes
    `,
  }),
  defineCase({
    name: "customer support",
    cues: "customer support, support ticket, complaint, refund, help desk, customer service, reply to customer, support answers, chatbot for",
    capabilities: "customer support, writing",
    slots: `
      what the customers ask (data) 1 | What do the customers ask or complain about? | One case that I send / The usual questions
      what may be offered (permissions) 1 | What may be offered or decided? | Only answers* / Refunds up to a limit / All
      tone (style) 0.7 | Which tone should it have? | Friendly* / Formal / Short
      channel (format) 0.6 | On which channel? | E-mail* / Chat / Phone
    `,
  }),
  defineCase({
    name: "design",
    cues: "design, logo, poster, banner, mockup, wireframe, ui, ux, illustration, icon, branding, business card, t-shirt, cover, image, picture, artwork, color palette",
    capabilities: "design",
    slots: `
      what it shows (goal) 1 | What should it show or say? | A name / A product / A scene
      style (style) 1 | Which style do you have in mind? | Modern* / Playful / Classic
      use of the design (purpose) 0.8 | Where will it be used? | Online* / In print / Both
      colours (presentation) 0.7 | Which colours should it have? | Our brand colours / Bright / You choose*
      audience (audience) 0.6 | Whom should it appeal to? | Customers* / Children / Professionals
      format and size (format) 0.5 | In which format and size? | PNG / SVG* / PDF
    `,
  }),
  defineCase({
    name: "video",
    cues: "video, youtube, clip, animation, trailer, video script, explainer video, edit video, reel, storyboard, film a",
    capabilities: "video production",
    slots: `
      message (contents) 1 | What should the video show or say? | A product / A how-to / A story
      audience (audience) 0.9 | Who should watch it? | Customers* / Employees / The public
      duration of the video (duration) 0.8 | How long should it be? | 30 seconds / 1 to 2 minutes* / Longer
      platform (format) 0.7 | Where will it be shown? | YouTube* / Social media / A website
      style (style) 0.6 | Which style do you have in mind? | Filmed / Animated / Screen recording
      material (data) 0.6 | Which material is there? | None yet / Pictures and texts / Footage
    `,
  }),
  defineCase({
    name: "podcast",
    cues: "podcast, audio, podcast episode, voice-over, voiceover, radio, sound, transcribe, transcript, interview",
    capabilities: "audio production, writing",
    slots: `
      subject of the episode (goal) 1 | What is it about? | An interview / News / A story
      listeners (audience) 0.9 | Who should listen? | The public* / Professionals / Customers
      length (duration) 0.8 | How long should it be? | 10 minutes / 30 minutes* / An hour
      tone (style) 0.6 | Which tone should it have? | Conversational* / Serious / Funny
      recordings (data) 0.6 | Are there recordings already? | Yes / No*
    `,
  }),
  defineCase({
    name: "naming",
    cues: "name for, names for, name ideas, naming, domain name, brand name, baby name, a name, title for, username",
    capabilities: "creative writing",
    slots: `
      what is named (goal) 1 | What needs a name, and what is special about it? | I describe it
      feeling of the name (style) 0.9 | What should the name sound like? | Serious / Playful / Modern*
      audience (audience) 0.6 | Who should like it? | Customers* / Professionals / Young people
      limits of the name (constraints) 0.6 | Are there limits? | Short* / Free domain / None
      number of names (quantity) 0.4 | How many do you want to see? | 5 / 10* / 20
    `,
  }),
  defineCase({
    name: "brainstorming",
    cues: "brainstorm, ideas for, come up with ideas, suggestions for, inspiration, generate ideas, concept for",
    capabilities: "creative writing",
    slots: `
      what the ideas are for (goal) 1 | What are the ideas for? | A product / A text / An event
      limits of the ideas (constraints) 0.7 | Which limits are there? | Low cost / Little time / None*
      number of ideas (quantity) 0.5 | How many ideas do you want? | 5 / 10* / 20
      audience (audience) 0.6 | Whom should they appeal to? | Customers / Colleagues / Friends
    `,
  }),
  defineCase({
    name: "security",
    cues: "security, cyber security, cybersecurity, password, passwords, vulnerability, penetration test, hack, encrypt, encryption, privacy, firewall, audit",
    capabilities: "security",
    slots: `
      what is protected (data) 1 | What should be protected or checked? | A computer / A website / Accounts
      threat (contents) 0.9 | What do you fear most? | Theft of data / Break-ins / I do not know
      system (environment) 0.8 | On which systems? | Windows / macOS / A server
      knowledge (level) 0.6 | How much do you know about it? | Little* / Some / A lot
      permission to test (permissions) 0.7 | May real systems be touched? | No* / Yes, with care
    `,
  }),
  defineCase({
    name: "weather and news",
    cues: "weather, forecast for, temperature, news, headlines, current events, sports results, score, exchange rate",
    capabilities: "web search",
    slots: `
      place (place) 1 | For which place? | My city / A country / The world
      day or period (period) 0.8 | For which day or period? | Today* / This week / This month
      subject (contents) 0.7 | What interests you most? | An overview* / One subject
      source (data) 0.4 | Is there a source that you trust? | Any* / I name it
    `,
  }),
];
