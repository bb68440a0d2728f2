/** `docs/adding-a-resource.md` is done in a copy of the repository, as somebody does who has nothing else. */
import { expect, test } from "bun:test";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { $ } from "bun";

const ROOT = join(import.meta.dir, "../..");

/** What the runner of the tests says of its run, and the copy is not told: it is tested as by hand. */
const OF_THIS_RUN = ["PARLEY_TEST_PROGRAM", "PARLEY_TEST_TARGET", "PARLEY_TEST_STATEMENTS"].flatMap((name) => [
	"-u",
	name,
]);

/** A block of the document: a new file, lines that follow the first one of a diff, or commands. */
interface Block {
	readonly kind: "ts" | "diff" | "sh";
	readonly path: string;
	readonly text: string;
}

/** Reads the blocks of the document; one without a path is an illustration. */
async function readBlocks(): Promise<Block[]> {
	const document = await Bun.file(join(ROOT, "docs/adding-a-resource.md")).text();
	const fences = [...document.matchAll(/^```(ts|diff|sh)(?: (\S+))?\n([\s\S]*?)^```$/gm)];
	return fences
		.map(([, kind, path = "", text = ""]) => ({ kind: kind as Block["kind"], path, text }))
		.filter(({ kind, path }) => path !== "" || kind === "sh");
}

/** Adds the lines of a diff after the line it begins with. @throws Error where that line is not there once */
function applied(text: string, { path, text: diff }: Block): string {
	const [first = "", ...added] = diff.trimEnd().split("\n");
	const lines = text.split("\n");
	const at = lines.indexOf(first.slice(1));
	if (at === -1 || lines.indexOf(first.slice(1), at + 1) !== -1) throw new Error(`${path} has ${first} not once`);
	return lines.toSpliced(at + 1, 0, ...added.map((line) => line.slice(1))).join("\n");
}

async function follow(folder: string, block: Block): Promise<void> {
	const file = join(folder, block.path);
	if (block.kind === "ts") await Bun.write(file, block.text);
	else if (block.kind === "diff") await Bun.write(file, applied(await Bun.file(file).text(), block));
	else {
		const { exitCode, stdout, stderr } = await $`env ${OF_THIS_RUN} sh -ec ${block.text}`.cwd(folder).quiet().nothrow();
		const output = `${stdout}${stderr}`.replace(/^\(pass\).*\n/gm, "");
		expect(exitCode === 0 ? "" : `${block.text}\n${output}`).toBe("");
	}
}

test("a resource that is added as the document says is complete", async () => {
	const folder = await mkdtemp(join(tmpdir(), "parley-resource-"));
	try {
		await $`git ls-files -z --cached --others --exclude-standard | tar --create --null --files-from - | tar --extract --directory ${folder}`.cwd(
			ROOT,
		);
		await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));

		for (const block of await readBlocks()) await follow(folder, block);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}, 900_000);
