import { createTopics, type RankedTopic, type TopicModel } from "./topic-ranking.ts";
import { topicWeights } from "./topics.generated.ts";

let model: TopicModel | undefined;

/** At most `count` details that a task most probably lacks, in the order for asking. */
export function rankTopics(text: string, count: number): readonly RankedTopic[] {
  model ??= createTopics(topicWeights);
  return model.rank(text, count);
}

/** How well the examples cover a task: the share of its words that they contain. */
export function familiarity(text: string): number {
  model ??= createTopics(topicWeights);
  return model.familiarity(text);
}
