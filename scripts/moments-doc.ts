/**
 * `bun scripts/moments-doc.ts [--check]`: writes docs/moments.md from the moments that modules declare and the reactions they
 * contribute, or checks that it is up to date.
 */
import { describeParley } from "#src/cli/openapi";
import { loadConfig } from "#src/config";
import { writeOrCheck } from "./support/generated-document.ts";

const TARGET = "docs/moments.md";
/** A moment as it is declared, with the text of its docstring. */
const DECLARATION = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const \w+ = defineMoment<[\s\S]*?>\(\s*"([^"]+)"/g;

// Where plans have limits, every module is there.
const config = loadConfig((name) => (name === "BILLING_ENFORCEMENT" ? "hard" : undefined), [], false);
const { modules, contributions } = describeParley(config).services;
const named = new Map(Object.entries(modules).map(([name, module]) => [module, kebab(name)]));
const others = contributions.filter((each) => !named.has(each)).map((each) => [each, "the program"] as const);
const reactions = [...named, ...others].flatMap(([{ reactions = [] }, by]) =>
	reactions.map(({ moment }) => ({ moment, by })),
);

function kebab(name: string): string {
	return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Returns the row of each moment that a file declares. */
async function rowsOf(path: string): Promise<readonly (readonly [name: string, row: string])[]> {
	const folder = path.replace("/moments.ts", "");
	return [...(await Bun.file(path).text()).matchAll(DECLARATION)].map(([, prose = "", name = ""]) => {
		const when = prose.replace(/\s*\n\s*\* ?/g, " ").trim();
		const reacting = reactions.filter(({ moment }) => moment === name).map(({ by }) => by);
		return [name, `| \`${name}\` | [${folder}](../${path}) | ${when} | ${reacting.join(", ")} |`];
	});
}

const paths = [...new Bun.Glob("{modules,platform}/**/moments.ts").scanSync(".")].filter(
	(path) => path !== "platform/unit-of-work/moments.ts",
);
const rows = (await Promise.all(paths.map(rowsOf))).flat().sort(([a], [b]) => a.localeCompare(b));

const document = [
	"# Moments",
	"",
	"Generated from the moments that modules declare (`moments.ts`) and the reactions they contribute (`module.ts`) by",
	"`bun scripts/moments-doc.ts`; do not edit.",
	"",
	"A moment is something that happens in a module and to which modules above react, most of them in the same transaction",
	"(`change.reach`). Reactions run one after the other, in the order in which the modules are created: as they stand below.",
	"",
	"| Moment | Module | When | Reactions |",
	"| --- | --- | --- | --- |",
	...rows.map(([, row]) => row),
	"",
].join("\n");

await writeOrCheck(TARGET, "scripts/moments-doc.ts", document, `${rows.length} moments`);
