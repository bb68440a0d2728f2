/**
 * Checks that what people read names things by their nouns: a step of `bun run check`. Reads the documents, the API document, and
 * the texts in the program (errors, pages, mails, commands, logs). Prints every pronoun and phrase for which there is a noun.
 */
import { Glob } from "bun";
import ts from "typescript-classic";

/** What is not written, and what to write in its place. */
const RULES: ReadonlyArray<readonly [phrase: string, instead: string]> = [
	["somebody|anybody|everybody", "the noun: the user, a member, every participant, anyone"],
	["nobody", "the noun: no member, no one; null: unassigned, unattributed"],
	["who(?:so|m)?ever", "the noun: the caller, the reader, the operator of …"],
	["those (?:who|whom|whose)", "the noun: administrators, members, callers with …"],
	["what (?:becomes|became|comes|came) of", "the noun: the outcome, the state, the fate"],
	["by and by", "in the background, step by step"],
	["told", "notified, informed, reported"],
	["(?:begins?|began|begun) anew", "start over, restart"],
];

const PHRASE = new RegExp(RULES.map(([phrase]) => `\\b(${phrase.replaceAll(" ", "\\s+")})\\b`).join("|"), "gi");

/** Sources of texts that people read. */
const SOURCES = new Glob("{adapters,db,http,kernel,modules,operations,platform,src}/**/*.ts");
/** Texts of what people say: the words the summarizer recognizes, and the lesson of the demo school. */
const isSpeech = (path: string): boolean =>
	/^(?:modules\/engines\/summarizers\/language|db\/seed\/lesson\.ts)/.test(path);

const DOCUMENTS = [new Glob("*.md"), new Glob("docs/**/*.md")];
const API_DOCUMENT = "docs/openapi.json";

/** A phrase that was found, at a position in a file. */
interface Hit {
	readonly line: number;
	readonly phrase: string;
	readonly instead: string;
}

/** Returns the hits in a text. @param firstLine line of the file in which the text begins */
export const hitsIn = (text: string, firstLine = 1): Hit[] =>
	[...text.matchAll(PHRASE)].map((match) => ({
		line: firstLine + text.slice(0, match.index).split("\n").length - 1,
		phrase: match[0].replace(/\s+/g, " "),
		instead: RULES[match.slice(1).findIndex((group) => group !== undefined)]?.[1] ?? "",
	}));

/** Returns the hits in the strings of a source that are sentences or parts of some: with a space. */
export function hitsInSource(path: string, source: string): Hit[] {
	const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest);
	const hits: Hit[] = [];
	const visit = (node: ts.Node): void => {
		const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
		if (isText && node.text.includes(" "))
			hits.push(...hitsIn(node.text, file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1));
		ts.forEachChild(node, visit);
	};
	visit(file);
	return hits;
}

/** Returns the hits in the descriptions, summaries and titles of an OpenAPI document as it is formatted: each on a line. */
export const hitsInApi = (document: string): Hit[] =>
	document
		.split("\n")
		.flatMap((line, index) => (/^\s*"(?:description|summary|title)": "/.test(line) ? hitsIn(line, index + 1) : []));

async function main(): Promise<void> {
	const documents = DOCUMENTS.flatMap((documents) => [...documents.scanSync(".")]).sort();
	const sources = [...SOURCES.scanSync(".")].filter((path) => !isSpeech(path)).sort();
	const read = (path: string): Promise<string> => Bun.file(path).text();
	const found = [
		...(await Promise.all(documents.map(async (path) => ({ path, hits: hitsIn(await read(path)) })))),
		{ path: API_DOCUMENT, hits: hitsInApi(await read(API_DOCUMENT)) },
		...(await Promise.all(sources.map(async (path) => ({ path, hits: hitsInSource(path, await read(path)) })))),
	];
	const lines = found.flatMap(({ path, hits }) =>
		hits.map(({ line, phrase, instead }) => `${path}:${line}: "${phrase}": write ${instead}\n`),
	);
	process.stdout.write(lines.join(""));
	if (lines.length > 0) {
		process.stdout.write(`${lines.length} phrases for which there is a noun\n`);
		process.exit(1);
	}
}

if (import.meta.main) await main();
