import { AppError, type ErrorCode } from "#kernel/errors";

/** What a client would learn of the refusal of `act`: its code, and each fault as `path code`. */
export function refusalOf(act: () => unknown): {
	code: ErrorCode;
	message: string;
	fieldErrors: string[];
	meta: unknown;
} {
	try {
		act();
	} catch (error) {
		if (!(error instanceof AppError)) throw error;
		const fieldErrors = (error.fieldErrors ?? []).map((fault) => `${fault.path} ${fault.code}`);
		return { code: error.code, message: error.message, fieldErrors, meta: error.meta };
	}
	throw new Error("It was accepted.");
}
