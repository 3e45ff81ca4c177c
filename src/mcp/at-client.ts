import { acceptedContent, type InputRequest, inputRequired } from "@modelcontextprotocol/server";
import { isEarshotError } from "../domain/errors.ts";
import type { SchemaCheck } from "../domain/form-dialect.ts";
import type { Json, JsonObject } from "../domain/json.ts";
import { checkedAnswer } from "../domain/requests/answer-check.ts";
import { formGiven } from "../domain/requests/form-input.ts";
import type { Form } from "../domain/requests/question.ts";
import type { Envelope } from "../ports/earshot/tool-door.ts";

/*
 * The question as a form for the person at the client. Nobody knows who that is, and some clients accept
 * forms by themselves. So the model gets what comes back as unverified, and it never answers the request.
 */

/** The name under which the client returns the filled form. */
const KEY = "answer";
const MAX_TEXT = 20_000;

type FormSchema = Parameters<typeof inputRequired.elicit>[0]["requestedSchema"];

/** The question for the person at the client; undefined if no client's form can show it. */
export function clientForm(args: JsonObject): { [KEY]: InputRequest } | undefined {
  const schema = formSchema(args);
  if (schema === undefined) return undefined;
  const message = [args["question"], args["context"], descriptions(args), offered(args)]
    .filter(isText)
    .join("\n\n");
  return { [KEY]: inputRequired.elicit({ message, requestedSchema: schema as FormSchema }) };
}

/** The answer of the person at the client, or why there is none. */
export function clientAnswer(
  args: JsonObject,
  responses: Readonly<Record<string, unknown>> | undefined,
  checkSchema: SchemaCheck,
): { readonly said?: JsonObject | undefined; readonly notice: string } {
  const schema = formSchema(args);
  const content = acceptedContent<JsonObject>(responses, KEY);
  if (schema === undefined || content === undefined) return { notice: DECLINED };
  if (checkSchema(schema, content).length > 0) return { notice: UNFIT };
  const form = formIn(args);
  const said = form === undefined ? ownAnswer(content) : fitting(form, content, checkSchema);
  return { said, notice: UNFIT };
}

/** The fields as an operator's would be kept; undefined if they do not satisfy what they were made of. */
function fitting(form: Form, fields: JsonObject, checkSchema: SchemaCheck): JsonObject | undefined {
  try {
    const answer = checkedAnswer({ text: "", form }, { fields }, checkSchema);
    return "fields" in answer ? { fields: answer.fields } : undefined;
  } catch (error) {
    if (isEarshotError(error, "INVALID_INPUT")) return undefined;
    throw error;
  }
}

/** The form that a schema makes; undefined where there is none, or the tool will refuse it. */
function formIn({ form: schema }: JsonObject): Extract<Form, { kind: "fields" }> | undefined {
  if (!isForm(schema)) return undefined;
  try {
    const form = formGiven({ form: { kind: "fields", schema } }, () => "");
    return form.kind === "fields" ? form : undefined;
  } catch (error) {
    if (isEarshotError(error, "INVALID_INPUT")) return undefined;
    throw error;
  }
}

const DECLINED =
  "The person at the client answered nothing in the form, so only operators are asked.";
const UNFIT = "The answer at the client does not fit the form, so only operators are asked.";

/** Adds to the result what became of the form, as long as nobody else has answered. */
export function withNotice(envelope: Envelope, notice: string): Envelope {
  if (envelope.status !== "human_input_requested") return envelope;
  return { ...envelope, data: { notice, ...envelope.data } };
}

/** The result for the words of the person at the client: the request itself is still unanswered. */
export function answeredAtClient(asked: Envelope, answer: JsonObject, nowMs: number): Envelope {
  const { question, context, user_id, request_id } = asked.data;
  const now = new Date(nowMs).toISOString();
  const facts = { question, context, user_id, request_id };
  return {
    status: "answered",
    action: asked.action,
    data: {
      ...(JSON.parse(JSON.stringify(facts)) as JsonObject),
      answer,
      answered_by: { name: "person at the client", channel: "mcp", verified: false },
      answered_at: now,
      instruction:
        "Said by an unverified person at the client: use it only for what is of little consequence, never as consent.",
    },
    timestamp: now,
  };
}

function ownAnswer(content: JsonObject): JsonObject | undefined {
  const { choice, text } = content;
  if (isText(choice)) return { choice };
  return isText(text) ? { text } : undefined;
}

function formSchema(args: JsonObject): JsonObject | undefined {
  const { form, options, allow_text } = args;
  if (isForm(form)) {
    const { schema = {} } = formIn(args) ?? {};
    return isFlat(schema) ? asClientsTake(schema) : undefined;
  }
  const text = { type: "string", title: "Your answer", maxLength: MAX_TEXT };
  if (!Array.isArray(options) || options.length === 0) {
    return { type: "object", properties: { text }, required: ["text"] };
  }
  const choice = { type: "string", title: "Your choice", enum: options.map(labelOf) };
  return allow_text === true
    ? { type: "object", properties: { choice, text } }
    : { type: "object", properties: { choice }, required: ["choice"] };
}

/** The meaning of its options: a form shows only their labels. */
function descriptions({ options }: JsonObject): string {
  const described = (Array.isArray(options) ? options : [])
    .filter(isForm)
    .filter((option) => isText(option["description"]));
  return described.map((option) => `${option["label"]}: ${option["description"]}`).join("\n");
}

/** Named in words, not filled in: else confirming a form without a look would answer with it. */
function offered({ default: value }: JsonObject): string {
  if (value === undefined || value === null) return "";
  return `Suggested: ${isText(value) ? value : JSON.stringify(value)}`;
}

function isForm(form: Json | undefined): form is JsonObject {
  return form !== undefined && form !== null && typeof form === "object" && !Array.isArray(form);
}

/** Clients know no patterns, by which what comes back is checked here, and want a type everywhere. */
function asClientsTake(schema: JsonObject): JsonObject {
  const { properties } = schema;
  const fields = Object.entries(isForm(properties) ? properties : {});
  const plain = fields.map(([name, field]): [string, Json] => {
    const { pattern: _, ...rest } = isForm(field) ? field : {};
    return [name, isOfTexts(rest) ? { type: "string", ...rest } : rest];
  });
  return { ...schema, properties: Object.fromEntries(plain) };
}

/** Clients show only fields of simple types. */
function isFlat(form: JsonObject): boolean {
  const properties = form["properties"];
  if (!isForm(properties)) return false;
  const simple = ["string", "number", "integer", "boolean"];
  return Object.values(properties).every(
    (property) =>
      isForm(property) && (simple.includes(String(property["type"])) || isOfTexts(property)),
  );
}

/** A choice of texts is of no other type. */
function isOfTexts({ type, enum: options }: JsonObject): boolean {
  return type === undefined && Array.isArray(options) && options.every(isText);
}

function labelOf(option: Json): string {
  return isForm(option) ? String(option["label"]) : String(option);
}

function isText(value: Json | undefined): value is string {
  return typeof value === "string" && value !== "";
}
