/**
 * `bun scripts/events-doc.ts [--check]`: writes docs/events.md from the facts of every module, or checks that it is up
 * to date.
 */
import type { TSchema } from "@sinclair/typebox";
import { upperFirst } from "#http/openapi/json-schema";
import type { Fact } from "#platform/unit-of-work";
import { describeParley } from "#src/cli/openapi";
import { loadConfig } from "#src/config";
import { writeOrCheck } from "./support/generated-document.ts";

const TARGET = "docs/events.md";

const { facts } = describeParley(loadConfig(() => undefined, [], false)).services;
const announced = Map.groupBy(
	[...facts.values()].filter(({ event }) => event !== null),
	({ event }) => event ?? "",
);
const silent = [...facts.values()].filter(({ event }) => event === null);

const code = (text: string) => `\`${text}\``;
const cell = (text: string) => text.replaceAll("|", "\\|");

/** Describes the values of a schema in a word: `string`, `"owner" | "admin"`, `integer or null`. */
function typeOf(schema: TSchema): string {
	if (schema.const !== undefined) return JSON.stringify(schema.const);
	if (Array.isArray(schema.anyOf)) return [...new Set(schema.anyOf.map(typeOf))].join(" or ");
	if (schema.type === "array") return `list of ${typeOf(schema.items)}`;
	if (schema.format) return `${schema.type} (${schema.format})`;
	return String(schema.type ?? "any JSON value");
}

/** Returns the description of a member as a sentence; that of a nullable member may stand in one of its alternatives. */
function descriptionOf(schema: TSchema): string {
	const alternatives: readonly TSchema[] = schema.anyOf ?? [];
	return upperFirst(schema.description ?? alternatives.find(({ description }) => description)?.description ?? "");
}

/** Returns the table rows of a payload, one for each member; those of nested objects have their path. */
function rowsOf(schema: TSchema, path = ""): string[] {
	const required: readonly string[] = schema.required ?? [];
	const members: [string, TSchema][] = Object.entries(schema.properties ?? {});
	return members.flatMap(([name, member]) => {
		const [full, note] = [`${path}${name}`, required.includes(name) ? "" : " (may be absent)"];
		const row = `| ${code(full)} | ${cell(typeOf(member))}${note} | ${cell(descriptionOf(member))} |`;
		const inner =
			member.type === "array" ? { schema: member.items, path: `${full}[].` } : { schema: member, path: `${full}.` };
		return [row, ...(inner.schema?.properties ? rowsOf(inner.schema, inner.path) : [])];
	});
}

const list = (names: readonly string[]) => names.map(code).join(", ");

const section = ([event, same]: readonly [string, readonly Fact[]]): string =>
	[
		`## ${event}`,
		"",
		`Audited as ${list([...new Set(same.map(({ action }) => action))].sort())}, category ${list([...new Set(same.map(({ category }) => category))])}.`,
		"",
		"| Property of `object` | Type | Description |",
		"| --- | --- | --- |",
		...rowsOf(same[0]?.payload ?? ({} as TSchema)),
		"",
	].join("\n");

const document = [
	"# Events",
	"",
	"Generated from the facts that modules declare (`modules/*/*/facts.ts`) by `bun scripts/events-doc.ts`; do not edit.",
	"",
	"Everything that happens is recorded once, in the transaction of the change: as an audit entry and, if it is listed below, as",
	"an event in the log of the organization (or of the pseudo organization `platform` if it belongs to none), numbered from 1",
	"without gaps. An event contains its `type`, its `object` and, if properties changed, `changes`: JSON Pointers with the values",
	"before and after. Types are never renamed, and new types and properties may be added: ignore the ones you do not know.",
	"",
	...[...announced].sort(([a], [b]) => a.localeCompare(b)).map(section),
	"## Audited without an event",
	"",
	"| Action | Outcome | Category |",
	"| --- | --- | --- |",
	...silent
		.toSorted((a, b) => a.action.localeCompare(b.action))
		.map(({ action, outcome, category }) => `| ${code(action)} | ${outcome} | ${code(category)} |`),
	"",
].join("\n");

await writeOrCheck(TARGET, "scripts/events-doc.ts", document, `${announced.size} events`);
