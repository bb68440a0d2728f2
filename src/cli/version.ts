import { dialect } from "#db/dialect";
import { print, printJson } from "./terminal.ts";

/** Runs `parley version`. */
export async function printVersion(
	build: { readonly version: string; readonly commit: string },
	{ json }: { readonly json?: true },
): Promise<void> {
	const facts = { ...build, bun: Bun.version, engine: dialect };
	if (json) await printJson(facts);
	else await print(`parley ${build.version} (${build.commit}), Bun ${Bun.version}, ${dialect}\n`);
}
