import type { InstallFailure } from "#modules/installation/speech-models";

/** Why a model is not installed: what kind of fault, and one sentence for operators. */
export class ModelError extends Error {
	override readonly name: string = "ModelError";
	readonly code: InstallFailure["code"];

	constructor(code: InstallFailure["code"], detail: string, options?: ErrorOptions) {
		super(detail, options);
		this.code = code;
	}
}
