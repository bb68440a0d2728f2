import { type ArchiveSource, findSource } from "#adapters/speech/models/archive-source";
import { DEFAULT_MODEL, isInstalled, MODELS, type Model, withNeeded } from "#adapters/speech/models/catalog";
import { pullModel } from "#adapters/speech/models/pull";
import { makeDataDirectory } from "#kernel/data-directory";
import type { Config } from "../config.ts";
import { EXIT, type ExitCode } from "./failure.ts";
import { createProgressBar } from "./progress-bar.ts";
import { print, printError, printJson } from "./terminal.ts";

const modelsDirOf = (config: Config): string => config.providers.speech.modelsDir;
const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

/** Runs `parley models list`. */
export async function listModels(config: Config, { json }: { readonly json?: true }): Promise<void> {
	const modelsDir = modelsDirOf(config);
	const models = MODELS.map((model) => ({ ...pick(model), installed: isInstalled(modelsDir, model) }));
	if (json) return printJson({ modelsDir, models });
	const lines = models.map(
		({ name, installed, bytes, about }) =>
			`${(installed ? "installed" : "").padEnd(10)} ${name.padEnd(14)} ${megabytes(bytes).padStart(6)}  ${about}\n`,
	);
	await print(lines.join(""));
}

const pick = ({ name, about, license, bytes }: Model) => ({ name, about, license, bytes });

/**
 * Runs `parley models pull`. What detects speech comes along.
 * @returns failure when one could not be installed; the others are
 */
export async function pullModels(
	config: Config,
	names: readonly string[],
	{ from, json }: { readonly from?: string; readonly json?: true },
): Promise<ExitCode> {
	const modelsDir = modelsDirOf(config);
	const source = await findSource(from);
	// Like the start of the server does: nobody else has business there.
	makeDataDirectory(config.dataDir);
	const chosen = names.length > 0 ? names : [DEFAULT_MODEL];
	const results: object[] = [];
	let exitCode: ExitCode = EXIT.ok;
	for (const model of withNeeded(chosen)) {
		const { name } = model;
		try {
			const isNew = await pullOne(model, source, modelsDir);
			results.push({ name, state: isNew ? "pulled" : "present" });
			if (!json) await print(`${name}: ${isNew ? "installed" : "already installed"}\n`);
		} catch (error) {
			exitCode = EXIT.failure;
			const reason = error instanceof Error ? error.message : String(error);
			results.push({ name, state: "failed", reason });
			await printError(`parley: ${name}: ${reason}\n`);
		}
	}
	if (json) await printJson({ modelsDir, models: results });
	return exitCode;
}

async function pullOne(model: Model, source: ArchiveSource, modelsDir: string): Promise<boolean> {
	const bar = createProgressBar(process.stderr, model.name);
	try {
		return await pullModel(model, { modelsDir, source, onProgress: bar.show });
	} finally {
		bar.clear();
	}
}
