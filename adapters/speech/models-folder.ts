import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, isAbsolute, join } from "node:path";

/** Models for the embedded engine, best first. */
export const ONNX_MODELS = ["base", "tiny"] as const;
export type OnnxModel = (typeof ONNX_MODELS)[number];

/** Files without which an ONNX model is not complete. */
export const ONNX_FILES = [
	"config.json",
	"generation_config.json",
	"vocab.json",
	"onnx/encoder_model_quantized.onnx",
	"onnx/decoder_model_merged_quantized.onnx",
] as const;

/** A model in the folder of models. */
export interface FoundModel {
	/** Such as `whisper-tiny`. */
	readonly name: string;
	readonly path: string;
}

/** Files without which a model for Vosk is not complete. */
export const VOSK_FILES = [
	"am/final.mdl",
	"conf/mfcc.conf",
	"conf/model.conf",
	"graph/Gr.fst",
	"graph/HCLr.fst",
	"graph/disambig_tid.int",
	"graph/phones/word_boundary.int",
	"ivector/final.dubm",
	"ivector/final.ie",
	"ivector/final.mat",
	"ivector/global_cmvn.stats",
	"ivector/online_cmvn.conf",
	"ivector/splice.conf",
] as const;

/** Folder of Vosk's native library, below that of all models. */
export const VOSK_LIBRARY_FOLDER = "vosk-lib";
/** Folder of Vosk's model, below that of all models. */
export const VOSK_MODEL_FOLDER = "vosk-small-en";

/** Whether Vosk runs on a machine: its library exists only for Linux on x86_64 with glibc. */
export const isVoskMachine = (): boolean =>
	process.platform === "linux" && process.arch === "x64" && !existsSync("/lib/ld-musl-x86_64.so.1");

/** Returns the paths of Vosk's library and model; null where one is missing. */
export function findVosk(folder: string): { readonly library: string; readonly folder: string } | null {
	const library = join(folder, VOSK_LIBRARY_FOLDER, "libvosk.so");
	const model = join(folder, VOSK_MODEL_FOLDER);
	const isComplete = [library, ...VOSK_FILES.map((file) => join(model, file))].every((path) => existsSync(path));
	return isComplete ? { library, folder: model } : null;
}

const isOnnxModel = (name: string): name is OnnxModel => (ONNX_MODELS as readonly string[]).includes(name);

/** Returns the path of the model that finds speech. */
export const sileroPath = (folder: string): string => join(folder, "vad", "silero_vad_v5.onnx");

/** Returns the folder of a model of the embedded engine. */
export const onnxFolder = (folder: string, model: OnnxModel): string => join(folder, `whisper-${model}-onnx`);

/** Whether all files of a model of the embedded engine are there. */
export const hasOnnxModel = (folder: string, model: OnnxModel): boolean =>
	ONNX_FILES.every((file) => existsSync(join(onnxFolder(folder, model), file)));

/** Returns the model for the embedded engine: the wanted one, otherwise the best; undefined when it is not there. */
export function findOnnxModel(folder: string, wanted: string | undefined): FoundModel | undefined {
	const name = wanted?.replace(/^whisper-/, "");
	const candidates = name !== undefined && isOnnxModel(name) ? [name] : ONNX_MODELS;
	const found = candidates.find((model) => hasOnnxModel(folder, model));
	return found && { name: `whisper-${found}`, path: onnxFolder(folder, found) };
}

const isEnglishOnly = (path: string): boolean => /\.en\b/.test(basename(path));

/** Returns the model for whisper-server: the wanted one, by path or name, otherwise the largest for all languages. */
export function findGgmlModel(folder: string, wanted: string | undefined): FoundModel | undefined {
	if (wanted !== undefined && isAbsolute(wanted)) return existsSync(wanted) ? named(wanted) : undefined;
	const files = ggmlFiles(join(folder, "ggml"));
	const matching = wanted === undefined ? [] : files.filter((path) => named(path).name === named(wanted).name);
	// `STT_MODEL` may name a model of another engine.
	const [best] = matching.length > 0 ? matching : files;
	return best === undefined ? undefined : named(best);
}

/** Returns the models for whisper-server: for all languages before English only, large before small. */
function ggmlFiles(folder: string): readonly string[] {
	try {
		return readdirSync(folder)
			.filter((name) => name.endsWith(".bin"))
			.map((name) => join(folder, name))
			.sort((a, b) => Number(isEnglishOnly(a)) - Number(isEnglishOnly(b)) || statSync(b).size - statSync(a).size);
	} catch {
		return [];
	}
}

const named = (path: string): FoundModel => ({
	name: `whisper-${basename(path)
		.replace(/\.bin$/, "")
		.replace(/^(ggml|whisper)-/, "")}`,
	path,
});
