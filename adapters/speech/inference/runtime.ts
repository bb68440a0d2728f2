import { readFile } from "node:fs/promises";
// A path: of the package, or inside the compiled program.
import wasmPath from "onnxruntime-web/ort-wasm-simd-threaded.wasm" with { type: "file" };
import { env, InferenceSession, Tensor } from "onnxruntime-web/wasm";

export { InferenceSession, Tensor };

let prepared: Promise<void> | undefined;

async function prepare(): Promise<void> {
	// Threads would need workers that load themselves from a URL, which the compiled program does not have.
	env.wasm.numThreads = 1;
	env.wasm.wasmBinary = await readFile(wasmPath);
	env.logLevel = "error";
}

/** Loads a model. @throws Error when the file cannot be read or is no model */
export async function loadModel(path: string): Promise<InferenceSession> {
	prepared ??= prepare();
	await prepared;
	const model = await readFile(path);
	// Without arena and patterns it gives back what it does not need.
	return await InferenceSession.create(model, {
		executionProviders: ["wasm"],
		enableCpuMemArena: false,
		enableMemPattern: false,
	});
}

/** Returns the numbers of an output. @throws Error when the model has no such output of 32-bit floats */
export function floatsOf(outputs: Readonly<Record<string, Tensor>>, name: string): Float32Array {
	const data = outputs[name]?.data;
	if (!(data instanceof Float32Array)) throw new Error(`the model returned no ${name}`);
	return data;
}
