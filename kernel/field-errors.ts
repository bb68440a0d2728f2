import { AppError, type FieldError } from "./errors.ts";

/**
 * The error for one member that cannot be accepted.
 * @param path JSON Pointer of the member, `""` for the whole
 * @param code what is wrong, such as `invalid_format` or `too_long`
 * @param message a predicate that says what was expected: `must be …`
 * @returns `validation_failed` with that one error
 */
export function invalidMember(path: string, code: string, message: string): AppError {
	return new AppError("validation_failed", sentence({ path, code, message }), {
		fieldErrors: [{ path, code, message }],
	});
}

const sentence = ({ path, message }: FieldError): string => `${path === "" ? "The value" : path.slice(1)} ${message}.`;

/**
 * Gathers what several parse functions refuse, so that a client learns of every mistake at once:
 *
 *     const fieldErrors = new FieldErrors();
 *     const name = fieldErrors.check(() => parseName(body.name, "/name"));
 *     const timezone = fieldErrors.check(() => parseTimezone(body.timezone, "/timezone"));
 *     fieldErrors.throwIfAny();
 */
export class FieldErrors {
	readonly #errors: FieldError[] = [];

	/**
	 * What `parse` returns. When it refuses with field errors they are kept and the result is a placeholder that must
	 * not be used before {@link throwIfAny} has returned. Every other error passes through.
	 */
	check<T>(parse: () => T): T {
		try {
			return parse();
		} catch (error) {
			if (!(error instanceof AppError && error.code === "validation_failed" && error.fieldErrors)) throw error;
			this.#errors.push(...error.fieldErrors);
			// The lie is short: nobody gets past throwIfAny with it.
			return undefined as T;
		}
	}

	/** Keeps an error that no parse function found, such as one between two members. */
	add(path: string, code: string, message: string): void {
		this.#errors.push({ path, code, message });
	}

	/** @throws `validation_failed` with every field error kept so far, in the order they were found */
	throwIfAny(): void {
		const [first, second] = this.#errors;
		if (!first) return;
		const message = second ? `${this.#errors.length} members are not valid; each is listed.` : sentence(first);
		throw new AppError("validation_failed", message, { fieldErrors: [...this.#errors] });
	}
}
