import { defineCase } from "./task-case.ts";

/** Programs, sites and the systems they run on. */
export const SOFTWARE_CASES = [
  defineCase({
    name: "feature",
    cues: "feature, implement, add support, endpoint, api, functionality, login page, button, program, script, function, code, algorithm, app, application, software, bot, plugin, extension, command line tool, cli",
    capabilities: "coding",
    slots: `
      behaviour (contents) 1 | What exactly should it do? | I describe the steps / Like an existing one
      programming language (environment) 0.9 | Which language or framework should be used? | Python / JavaScript / What the project uses*
      input and output (data) 0.7 | What goes in, and what comes out? | A file / Values that users enter / Data from another system
      when it is done (quality) 0.7 | How can one tell that it works? | Tests pass* / A demo / I try it myself
      users (audience) 0.5 | Who will use it? | Only me / The team* / Customers
      what must not change (constraints) 0.4 | What must stay as it is? | The public interface* / The data / Nothing in particular
    `,
  }),
  defineCase({
    name: "bug fix",
    cues: "bug, fix, fix bug, error, crash, broken, not working, stopped working, is slow, too slow, debug, exception, stack trace, fails, failing, issue with",
    capabilities: "coding, debugging",
    slots: `
      what goes wrong (contents) 1 | What happens, and what should happen instead? | An error appears / The result is wrong / Nothing happens
      how to reproduce it (data) 0.9 | How can it be reproduced? | Always, with these steps / Only sometimes / I do not know
      where it happens (environment) 0.8 | In which version and environment? | Production / Test / On my machine
      how urgent it is (deadline) 0.5 | How urgent is it? | Today / This week* / No hurry
      what must not change (constraints) 0.4 | What must stay as it is? | The public interface* / The data / Nothing in particular
    `,
  }),
  defineCase({
    name: "tests",
    cues: "unit tests, write tests, test suite, test coverage, integration tests, end-to-end tests, test cases, qa plan, add tests",
    capabilities: "coding, testing",
    slots: `
      code under test (goal) 1 | Which code should be tested? | One module / The whole project / Only what is new
      kind of tests (contents) 0.8 | Which kind of tests do you want? | Unit tests* / Integration tests / End-to-end tests
      test framework (environment) 0.6 | Which framework should be used? | What the project uses* / Another that I name
      coverage to reach (quality) 0.5 | How much should be covered? | The important paths* / 80 % / Everything
    `,
  }),
  defineCase({
    name: "website",
    cues: "website, web site, landing page, homepage, web page, online shop, portfolio site, web app, blog site, wordpress, e-commerce site",
    capabilities: "web development, design",
    slots: `
      purpose of the site (purpose) 1 | What is the site for? | Show a business* / Sell things / A portfolio
      pages and features (contents) 1 | Which pages and features does it need? | One page / A few pages with a contact form* / A shop
      visitors (audience) 0.8 | Who should visit it? | Customers* / Employers / A community
      look (style) 0.7 | Which look do you have in mind? | Modern and plain* / Colourful / Like a site that I name
      technology (environment) 0.5 | Which technology should be used? | WordPress / Plain HTML / No preference*
      texts and pictures (data) 0.5 | Are there texts and pictures already? | Yes / No, use placeholders* / Some
      budget for the site (budget) 0.4 | Which budget do you have for it? | None / Up to $500 / More
    `,
  }),
  defineCase({
    name: "deployment",
    cues: "deploy, deployment, release, ci/cd, pipeline, host, hosting, docker, kubernetes, go live, rollout, infrastructure, server setup",
    capabilities: "deployment, system administration",
    slots: `
      what is deployed (goal) 1 | What should be deployed? | A web app / A service / A database
      where it runs (environment) 1 | Where should it run? | A cloud / Our own server / No preference
      permission to change production (permissions) 0.9 | May production be changed without asking? | No, ask first* / Yes
      way back (constraints) 0.6 | What should happen if it fails? | Roll back at once* / Keep it and tell me
      time of the change (deadline) 0.5 | When should it happen? | Now / Outside working hours* / At a fixed time
    `,
  }),
  defineCase({
    name: "migration",
    cues: "migrate, migration, move to, upgrade, port to, convert to, switch from, legacy, transfer data",
    capabilities: "coding, migration",
    slots: `
      from where to where (environment) 1 | What is it now, and what should it become? | I name both
      what is moved (data) 1 | What has to be moved? | All data and code / Only data / Only code
      allowed downtime (constraints) 0.8 | How long may it be out of service? | Not at all / Some minutes / One night*
      how it is checked (quality) 0.7 | How is it checked afterwards? | Counts match* / Tests pass / By hand
      deadline (deadline) 0.4 | By when must it be done? | This month / This quarter* / No hurry
    `,
  }),
  defineCase({
    name: "refactoring",
    cues: "refactor, refactoring, clean up code, performance, optimize, optimise, speed up, slow query, technical debt",
    capabilities: "coding, refactoring",
    slots: `
      code (data) 1 | Which code is it about? | One file / One module / The whole project
      goal of the change (purpose) 1 | What should be better afterwards? | Speed / Readability* / Fewer bugs
      what must not change (constraints) 0.8 | What must stay as it is? | The behaviour* / The interface / Nothing in particular
      measure (quality) 0.6 | How is the success measured? | Tests pass* / A time limit / A review
    `,
  }),
  defineCase({
    name: "database",
    cues: "database, sql, query, schema, database schema, design a database, table design, data model, sql query, postgres, mysql, index",
    capabilities: "databases",
    slots: `
      database system (environment) 0.9 | Which database is it? | PostgreSQL / MySQL / SQLite
      tables and columns (data) 1 | Which tables and columns are there? | I send the schema / You propose one
      wanted result (contents) 1 | What should come out? | A list of rows / A total / A new structure
      size and speed (quality) 0.4 | How much data is it, and how fast must it be? | Small / Millions of rows / I do not know*
    `,
  }),
  defineCase({
    name: "automation",
    cues: "automate, automation, workflow, zapier, integrate, integration, sync, synchronize, webhook, connect, cron, scheduled task, backup, back up",
    capabilities: "automation, coding",
    slots: `
      systems (environment) 1 | Which systems or programs are involved? | E-mail / A spreadsheet / Tools that I name
      what starts it (contents) 0.9 | When should it run? | On a schedule* / When something happens / By hand
      steps (contents) 0.9 | Which steps should it take? | I list them / You propose them*
      what to do on errors (quality) 0.6 | What should happen when a step fails? | Tell me* / Try again / Stop
      access (permissions) 0.6 | Which access may it use? | Mine / An account of its own* / Read-only
    `,
  }),
  defineCase({
    name: "troubleshooting",
    cues: "computer problem, computer is, laptop is, printer, wifi, wi-fi, router, phone problem, install, installation, configure, slow computer, virus, network, not connecting, troubleshoot",
    capabilities: "technical support",
    slots: `
      device and system (environment) 1 | Which device and operating system is it? | Windows / macOS / Phone
      what goes wrong (contents) 1 | What happens exactly? | An error message / It is slow / It does not start
      what was tried (data) 0.6 | What have you tried already? | Nothing yet* / A restart / Several things
      experience (level) 0.4 | How used are you to such things? | Not at all / Somewhat* / Very
    `,
  }),
];
