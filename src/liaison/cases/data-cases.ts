import { defineCase } from "./task-case.ts";

/** Figures: showing, cleaning, watching and explaining them. */
export const DATA_CASES = [
  defineCase({
    name: "dashboard",
    cues: "dashboard, kpi board, scorecard, kpi overview, control panel, cockpit",
    capabilities: "data analysis, data visualization",
    slots: `
      period (period) 1 | Which period should it cover? | Last month / Last quarter* / This year
      metrics (contents) 1 | Which figures should it show? | The most common ones for this* / A few key figures / Everything there is
      audience (audience) 0.9 | Who is it for? | Executives / The team* / Customers
      chart types (presentation) 0.7 | Which charts do you want to see? | Bar and line charts* / Tables / Whatever fits the figures
      data source (data) 0.5 | Where does the data come from? | A spreadsheet / A database / A tool such as a CRM
      how often it updates (frequency) 0.3 | How often should it update? | Once is enough* / Daily / Weekly
    `,
  }),
  defineCase({
    name: "chart",
    cues: "chart, graph, plot, visualization, visualisation, visualize, visualise, diagram, infographic",
    capabilities: "data visualization",
    slots: `
      data source (data) 1 | Which data should it show, and where is it? | I attach a file / A public source / A database
      chart type (presentation) 0.8 | Which type of chart do you have in mind? | Bar chart / Line chart / Whatever fits the data*
      period (period) 0.6 | Which period should it cover? | Last month / Last quarter / This year*
      audience (audience) 0.6 | Who will look at it? | Executives / The team* / The public
      format of the chart (format) 0.5 | In which format do you need it? | PNG* / PDF / Interactive web page
    `,
  }),
  defineCase({
    name: "report",
    cues: "report, monthly report, weekly report, status report, sales report, briefing, white paper, whitepaper",
    capabilities: "data analysis, writing",
    slots: `
      contents of the report (contents) 1 | What should the report cover? | A summary of results* / Results and reasons / Results, reasons and next steps
      period (period) 0.9 | Which period should it cover? | Last month / Last quarter* / Last year
      audience (audience) 0.8 | Who will read it? | Management* / The team / Customers
      data source (data) 0.7 | Where do the figures and facts come from? | Files that I send / A database / Public sources
      length and format (format) 0.6 | Which length and format do you want? | One page / A few pages as PDF* / Slides
      deadline (deadline) 0.4 | When do you need it? | This week* / In two weeks / No hurry
    `,
  }),
  defineCase({
    name: "data analysis",
    cues: "analyze, analyse, analysis, data analysis, correlation, regression, trend, statistics, insights, churn, cohort, a/b test",
    capabilities: "data analysis",
    slots: `
      data source (data) 1 | Which data should be analysed, and where is it? | I attach a file / A database / Public data
      question to answer (purpose) 1 | Which question should the analysis answer? | What changed and why* / What drives the result / What comes next
      period (period) 0.6 | Which period should it cover? | Last quarter / Last year* / All there is
      measures (contents) 0.6 | Which measures or columns matter most? | All of them* / A few that I name
      form of the results (format) 0.6 | In which form do you want the results? | A short summary* / A report with charts / A notebook
    `,
  }),
  defineCase({
    name: "data cleaning",
    cues: "clean, cleaning, data cleaning, deduplicate, duplicates, dedupe, normalize, normalise, missing values, messy data, spreadsheet cleanup",
    capabilities: "data cleaning",
    slots: `
      data source (data) 1 | Which file or table should be cleaned? | I attach it / It is in a database / It is in a shared folder
      what counts as an error (quality) 0.9 | What should be corrected? | Duplicates / Missing values / Everything that looks wrong*
      what to do with bad rows (constraints) 0.7 | What should happen to rows that cannot be repaired? | Mark them* / Delete them / Leave them
      format of the result (format) 0.5 | In which format do you want the result? | The same as the input* / CSV / Excel
    `,
  }),
  defineCase({
    name: "forecast",
    cues: "forecast, train a model, model that predicts, machine learning model, predict, prediction, projection, estimate, estimation, model the",
    capabilities: "data analysis, forecasting",
    slots: `
      what is predicted (goal) 1 | Which figure should be predicted? | Sales / Demand / Costs
      how far ahead (duration) 0.9 | How far ahead should it look? | One month / One quarter* / One year
      past data (data) 0.9 | Which past data is there to go by? | I attach a file / A database / Public data
      accuracy (quality) 0.5 | How exact does it need to be? | A rough range* / A figure with its error / As exact as possible
    `,
  }),
  defineCase({
    name: "spreadsheet",
    cues: "spreadsheet, excel, google sheet, google sheets, formula, pivot table, macro, worksheet",
    capabilities: "spreadsheets",
    slots: `
      contents of the sheet (contents) 1 | What should the sheet hold or calculate? | I describe the columns / You propose the columns*
      data source (data) 0.8 | Is there data to start from? | I attach a file / No, an empty template* / It comes from another tool
      purpose of the sheet (purpose) 0.6 | What will it be used for? | Tracking* / Calculating / Sharing results
      program (environment) 0.5 | In which program do you use it? | Excel* / Google Sheets / LibreOffice
    `,
  }),
  defineCase({
    name: "scraping",
    cues: "scrape, scraper, scraping, crawl, crawler, extract data from, web data, collect data from, extract from website",
    capabilities: "web scraping, coding",
    slots: `
      pages to read (data) 1 | Which site or pages should be read? | One page / A whole site / A list that I send
      fields (contents) 1 | Which details should be taken from each page? | Title and price / Contact details / All the text
      format of the result (format) 0.6 | In which format do you want the result? | CSV* / JSON / Spreadsheet
      how often it runs (frequency) 0.6 | How often should it run? | Once* / Daily / Weekly
      permission to read the site (permissions) 0.5 | Do the rules of the site allow it? | Yes / I do not know, please check*
    `,
  }),
  defineCase({
    name: "monitoring",
    cues: "monitor, monitoring, alert, alerts, notify me, watch for, track price, price tracker, uptime, keep an eye on, track",
    capabilities: "monitoring",
    slots: `
      what is watched (goal) 1 | What exactly should be watched? | A website / A system / A figure
      when to alert (quality) 1 | When should you be told? | On any change / When a limit is crossed* / When it fails
      how to alert (format) 0.8 | How do you want to be told? | E-mail* / Chat message / SMS
      how often it checks (frequency) 0.7 | How often should it be checked? | Every few minutes / Hourly* / Daily
    `,
  }),
];
