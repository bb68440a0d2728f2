import { variableNames } from "#kernel/env";
import { effectiveVariables } from "../config/effective.ts";
import type { Config } from "../config.ts";
import { print, printJson } from "./terminal.ts";

/** Runs `parley config`. */
export async function printConfig(config: Config, { json }: { readonly json?: true }): Promise<void> {
	const variables = effectiveVariables(config, variableNames());
	if (json) return printJson({ variables });
	const width = Math.max(...variables.map(({ name }) => name.length));
	const lines = variables.map(({ name, value, source, used }) => {
		const note = used ? source : `${source}, no effect in this version`;
		return `${name.padEnd(width)}  ${value ?? "–"}  (${note})\n`;
	});
	await print(lines.join(""));
}
