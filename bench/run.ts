import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isAboutOptions } from "./support/options.ts";
import { installHint, type Tool } from "./support/tools.ts";

/** A benchmark. `bun run bench NAME` runs one of this folder; without a name it lists them. */
interface Benchmark {
	/** The subject of the measurement, in one line. */
	readonly about: string;
	/** Tools the machine must have. */
	readonly needs: readonly Tool[];
	/** Its options, one a line; without them it takes none. */
	readonly usage?: string;
	run(args: readonly string[]): Promise<void>;
}

const [name, ...args] = process.argv.slice(2);
const names = readdirSync(import.meta.dir)
	.filter((file) => file.endsWith(".bench.ts"))
	.map((file) => file.replace(".bench.ts", ""))
	.sort();

const load = (which: string): Promise<Benchmark> => import(join(import.meta.dir, `${which}.bench.ts`));

if (name === undefined || name === "--help") {
	process.stdout.write("bun run bench NAME [options]\n\n");
	for (const each of names) process.stdout.write(`  ${each.padEnd(12)} ${(await load(each)).about}\n`);
} else if (names.includes(name)) {
	const benchmark = await load(name);
	if (args.includes("--help")) {
		process.stdout.write(
			`bun run bench ${name} [options]\n\n${benchmark.about}\n\n${benchmark.usage ?? "  It takes no options.\n"}`,
		);
		process.exit();
	}
	const hint = installHint(benchmark.needs);
	if (hint !== null) {
		process.stderr.write(`${hint}\n`);
		process.exit(1);
	}
	await benchmark.run(args).catch((error: unknown) => {
		if (!isAboutOptions(error)) throw error;
		process.stderr.write(`${error.message}\n`);
		process.exit(2);
	});
	process.exit(); // With the code the benchmark set; something it started may still keep the loop alive.
} else {
	process.stderr.write(`there is no benchmark ${name}; there are: ${names.join(", ")}\n`);
	process.exit(2);
}
