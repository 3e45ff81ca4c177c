/* Our own valences, from -3 to 3, for what single words do not tell. The longest phrase wins. */
const BY_VALENCE: Readonly<Record<string, string>> = {
  "2": `just right|spot on|on point|thumbs up|well done|good job|great job|nailed it|no complaints|
    no notes|what i wanted|what i needed|what we wanted|what we needed|what i asked for|as good as|
    what we asked for|what i was looking for|looks good|look good|looks right|a joy|can't fault|
    second to none|works like|hits the spot|keep it up|five stars|big fan|no issues|no problems|
    as it should|exactly what|exactly right|nothing wrong|not too bad|much better|way better|couldn't be better|couldn't be happier|could not be better|
    could not be happier`,
  "1": `makes sense|make sense|makes it easy|make it easy|as expected|as is|to the point|at a glance|
    easy to|up to date|nothing to add|nothing to change|no changes|no need to change|no worries|
    stands out|stand out|saves me|saves us|saved me|saved us|saves time|saved time|can't wait|doesn't matter|no trouble|in the right|fits well|pleased with`,
  "0": `like to know|kind of|more like|as well as|as well|look like|looks like|so far|pretty much|
    right now|right side|right hand|on the right|to the right|of the top|at the top|on top|on the top|
    top right|top left|bottom right|feel free|feels like|feel like|felt like|to win|best of|top of|
    in order|in the order|line of|plain text|error rate|error bars|bug report|bug reports|in the dark|
    issue tracker|average of|the average|on average|dark mode|light mode|dark theme|light theme|
    error handling|loss of|value of|values of|free text|no opinion|no preference|no need|no matter|complaints per|complaint rate|number of complaints`,
  "-1": `instead of|rather than|supposed to|so so|not sure|cut off|cuts off|in the way|less than|
    where is|where are|why is|why are|why does|why do|why did|would have|or something|
    one more thing|could use|could do with|only thing|a lot of work|too late`,
  "-2": `hard to|harder to|difficult to|impossible to|tricky to|tough to|struggle to|struggled to|
    not enough|isn't enough|not what|no way to|no sense|all over the place|takes forever|took forever|
    takes ages|took ages|takes too long|took too long|get lost|gets lost|got lost|lost in|falls short|
    fell short|fall apart|falls apart|falls flat|let down|is off|are off|looks off|feels off|feels cheap|looks cheap|
    waste of|lack of|have to scroll|have to guess|have to squint|gave up|give up|makes it hard|
    make it hard|nothing special|not great|far from|needs work|runs into|stopped working|no longer|
    stops working|out of date|out of place|out of sync|mixed up|does nothing|nothing happens|
    not there|hurts my eyes|in vain|can't stand|so what|who cares|no idea|not a fan|not quite there|not there yet|runs out|run out|jumps around|jump around|never again|not worth`,
};

/* Says that something else was wished for; praise after it is about what is missing. */
const WISHES = `i wish|we wish|i'd wish|was hoping|were hoping|am hoping|i'm hoping|had hoped|have liked|have preferred|have expected|was expecting|were expecting|i hoped|
  we hoped|hoped for|hoping for|would like|'d like|i'd like|we'd like|would love|i'd love|we'd love|
  would prefer|i'd prefer|we'd prefer|i prefer|would rather|i'd rather|we'd rather|would be|'d be|
  it'd be|could be|should be|ought to be|would have been|could have been|should have|could have|
  should show|should use|needs|need to|need more|need a|i want|we want|i wanted|
  we wanted|i expected|we expected|i need|we need|can you|could you|can we|could we|can i get|
  is there a way|how about|what about|what if|i miss|if only|please|a bit more|a little more|
  a bit less|a little less|make it|make them|make the|turn it|turn the|let me|let us|give me|give us`;

function listPhrases(text: string): string[] {
  return text
    .split("|")
    .map((phrase) => phrase.trim().replaceAll(/\s+/g, " "))
    .filter((phrase) => phrase !== "");
}

/** Valence from -3 to 3 of phrases of one to five words, in lower case with single spaces. */
export const OPINION_PHRASES: ReadonlyMap<string, number> = new Map(
  Object.entries(BY_VALENCE).flatMap(([valence, phrases]) =>
    listPhrases(phrases).map((phrase) => [phrase, Number(valence)] as const),
  ),
);

export const WISH_PHRASES: ReadonlySet<string> = new Set(listPhrases(WISHES));
