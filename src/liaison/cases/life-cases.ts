import { defineCase } from "./task-case.ts";

/** Travel, home, health and free time. */
export const LIFE_CASES = [
  defineCase({
    name: "travel",
    cues: "trip, travel, vacation, holiday, itinerary, journey, road trip, honeymoon, sightseeing, weekend in, city break, backpacking, tour",
    capabilities: "travel planning, web search",
    slots: `
      destination (place) 0.9 | Where do you want to go? | A city / The sea / The mountains
      duration of the trip (duration) 1 | How long will the trip be? | A weekend / A week* / Longer
      budget for the trip (budget) 0.9 | What budget do you have in mind for the trip? | Low / Medium* / High
      travel dates (period) 0.8 | When do you want to travel? | This month / In the next months* / My dates are free
      travellers (people) 0.8 | Who is travelling? | Only me / A couple / A family with children
      activities and interests (preferences) 0.8 | Which activities do you enjoy most? | Culture and sights* / Nature / Food and nightlife
      accommodation preferences (preferences) 0.6 | Which kind of accommodation do you prefer? | Hotel* / Hostel / Apartment
      transport (preferences) 0.4 | How do you want to get around? | Public transport* / Rental car / On foot
    `,
  }),
  defineCase({
    name: "booking",
    cues: "book, booking, reserve, reservation, flight, flights, hotel, table for, ticket, tickets, rental car, appointment",
    capabilities: "booking",
    slots: `
      date and time (period) 1 | For which date and time? | I name it / I am flexible
      place (place) 1 | Where, or from where to where? | I name it
      people (people) 0.8 | For how many people? | 1* / 2 / More
      price limit (budget) 0.8 | What may it cost at most? | The cheapest / A middle price* / Comfort first
      preferences (preferences) 0.6 | What matters most to you? | Price / Time* / Comfort
      permission to pay (permissions) 0.9 | May it be booked, or only looked up? | Only look it up* / Ask me, then book
    `,
  }),
  defineCase({
    name: "recipe",
    cues: "recipe, recipes, cook, cooking, bake, baking, dinner, meal plan, menu, dish, meal, lunch, breakfast, cake, diet",
    capabilities: "cooking advice",
    slots: `
      dietary restrictions (constraints) 1 | Are there dietary restrictions or allergies? | None* / Vegetarian / Vegan
      type of dish (contents) 0.9 | Which type of dish do you have in mind? | A main dish* / A dessert / Something quick
      number of servings (people) 0.7 | For how many people? | 1 / 2* / 4 or more
      ingredients at hand (data) 0.7 | Which ingredients do you have or want to use? | The usual ones* / I list them
      time to cook (duration) 0.6 | How much time is there to cook? | 20 minutes / 45 minutes* / It does not matter
      cooking skill (level) 0.5 | How experienced are you? | Beginner / Some experience* / Advanced
    `,
  }),
  defineCase({
    name: "workout",
    cues: "workout, fitness, exercise, training plan, gym, lose weight, weight loss, running plan, marathon, yoga, muscle, strength, stretching, get fit",
    capabilities: "fitness advice",
    slots: `
      goal of the training (purpose) 1 | What do you want to reach? | Lose weight / Build strength / Get fitter*
      fitness level (level) 1 | How fit are you now? | Beginner* / Intermediate / Advanced
      time for training (frequency) 0.8 | How often and how long can you train? | 2 times a week / 3 times a week* / Daily
      equipment (environment) 0.8 | Which equipment is there? | None* / Some weights / A gym
      health limits (constraints) 0.8 | Are there injuries or health limits? | None* / Yes, I describe them
    `,
  }),
  defineCase({
    name: "health",
    cues: "health, sleep, stress, anxiety, meditation, mindfulness, headache, symptoms, nutrition, vitamins, mental health, relax, skin, skincare, habit",
    capabilities: "health information, web search",
    slots: `
      what it is about (goal) 1 | What exactly do you want to change or know? | Feel better / Understand it / A daily routine
      situation (constraints) 0.8 | Are there conditions or medicines to respect? | None* / Yes, I describe them
      time a day (duration) 0.7 | How much time a day is there for it? | 5 to 10 minutes / 20 minutes* / More
      experience (level) 0.6 | How much experience do you have with it? | None* / Some / A lot
      preferred way (preferences) 0.6 | What do you prefer? | Exercises / Advice to read / Apps and tools
    `,
  }),
  defineCase({
    name: "event",
    cues: "party, event, wedding, birthday, celebration, conference, workshop, meetup, dinner party, anniversary, baby shower, gathering, ceremony, team building, offsite",
    capabilities: "event planning",
    slots: `
      number of guests (people) 1 | How many guests will come? | Up to 10 / 10 to 30* / More
      budget for the event (budget) 1 | What budget is there for the event? | Low / Medium* / High
      date of the event (period) 0.9 | When does it take place? | This month / In the next months* / Not fixed
      venue (place) 0.8 | Where does it take place? | At home / A rented place / Outdoors
      theme or style (style) 0.7 | Which theme or style do you have in mind? | Relaxed* / Elegant / A theme
      food and entertainment (contents) 0.6 | What should there be to eat and to do? | Food and drinks* / Games / Music
    `,
  }),
  defineCase({
    name: "gift",
    cues: "gift, present for, gift ideas, birthday gift, christmas present, souvenir",
    capabilities: "web search",
    slots: `
      recipient (audience) 1 | Who is the gift for? | My partner / A friend / A child
      budget for the gift (budget) 1 | What may it cost? | Up to $25 / Up to $100* / More
      interests of the recipient (preferences) 0.9 | What does the person like? | Sports / Reading / Cooking
      occasion (purpose) 0.6 | What is the occasion? | Birthday* / Wedding / Christmas
      delivery date (deadline) 0.5 | When is it needed? | This week / This month* / Later
    `,
  }),
  defineCase({
    name: "home",
    cues: "home, house, garden, gardening, plants, furniture, room, kitchen, bathroom, bedroom, renovate, renovation, decorate, decoration, diy, repair, lawn, paint, organize, declutter, cleaning",
    capabilities: "home advice",
    slots: `
      place and its size (quantity) 0.9 | Which place is it, and how large? | A room / A house / A garden
      budget for the work (budget) 0.9 | What budget is there for it? | Low* / Medium / High
      style (style) 0.7 | Which style do you prefer? | Modern / Classic / No preference*
      skills and tools (level) 0.6 | How much can you do yourself? | A little* / Most of it / Nothing
      materials (contents) 0.5 | Which materials do you have or want? | None yet* / I list them
      deadline (deadline) 0.3 | When should it be done? | This month / This year* / No hurry
    `,
  }),
  defineCase({
    name: "entertainment",
    cues: "movie, movies, film, films, book recommendations, books, music, playlist, game, games, tv show, series, podcast recommendations, concert, read, watch, anime, songs",
    capabilities: "web search, recommendations",
    slots: `
      genre (style) 1 | Which genre do you prefer? | Drama / Comedy / Science fiction
      favourites (preferences) 0.8 | What have you liked before? | I name some / Surprise me*
      number of suggestions (quantity) 0.5 | How many suggestions do you want? | 3 / 5* / 10
      platform (environment) 0.6 | Where do you watch, read or play? | Streaming / Online / It does not matter*
      period of publication (period) 0.5 | Should it be new or may it be older? | New / Older / Both*
    `,
  }),
  defineCase({
    name: "hobby",
    cues: "hobby, craft, crafts, knitting, drawing, painting, photography, camera, chess, fishing, hiking, hike, camping, astronomy, instrument, guitar, piano, ukulele",
    capabilities: "advice, web search",
    slots: `
      skill level (level) 1 | How experienced are you? | Beginner* / Some experience / Advanced
      what you want to do (purpose) 0.9 | What do you want to be able to do or make? | Learn the basics* / Make one thing / Improve
      equipment (environment) 0.8 | Which equipment do you have? | None* / The basics / A lot
      time for it (duration) 0.6 | How much time is there for it? | An hour a week* / An hour a day / More
      budget (budget) 0.5 | What may it cost? | Nothing / A little* / It does not matter
    `,
  }),
  defineCase({
    name: "pet",
    cues: "dog, cat, pet, puppy, kitten, fish tank, aquarium, horse, bird, rabbit",
    capabilities: "advice, web search",
    slots: `
      animal, breed and age (people) 1 | Which animal is it, and how old? | A dog / A cat / Another
      what it is about (goal) 1 | What do you need to know or do? | Food / Training / Health
      health of the animal (constraints) 0.7 | Are there health problems? | None* / Yes, I describe them
      budget (budget) 0.5 | What may it cost? | A little / Medium* / It does not matter
    `,
  }),
];
