import { AppError, type FieldError } from "./errors.ts";
import { asValue, type Message, type Text, text } from "./texts.ts";

/**
 * Creates the error for one member that is not acceptable.
 * @param path JSON Pointer of the member, `""` for the whole
 * @param code kind of error, such as `invalid_format` or `too_long`
 * @param message a predicate that says what was expected: `must be …`
 * @returns `validation_failed` with that one error
 */
export function invalidMember(path: string, code: string, message: Message): AppError {
	return new AppError("validation_failed", sentence({ path, code, message }), {
		fieldErrors: [{ path, code, message }],
	});
}

/**
 * Creates the error for a member whose value conflicts with something that exists.
 * @param message a predicate: `is the slug of another organization`
 * @returns `conflict` with that one error
 */
export const takenMember = (field: string, message: Message, detail: Message): AppError =>
	new AppError("conflict", detail, { meta: { field }, fieldErrors: [{ path: `/${field}`, code: "taken", message }] });

/**
 * Returns a function that asserts of a value, at `path`, that it has exactly one of several members.
 * @throws `validation_failed`
 */
export const exactlyOneOf =
	<N extends string>(...names: readonly N[]) =>
	(value: { readonly [M in N]?: unknown }, path = ""): void => {
		if (names.filter((name) => value[name] !== undefined).length === 1) return;
		throw invalidMember(
			path,
			"required",
			text("must have exactly one of {names} and {last}", { names: names.slice(0, -1), last: String(names.at(-1)) }),
		);
	};

/**
 * Creates the error for a parameter of the query, or a header, that is not acceptable.
 * @param path JSON Pointer of the parameter
 * @param message see {@link invalidMember}
 * @returns `invalid_request` with that one error
 */
export const invalidParameter = (path: string, code: string, message: Message, cause?: unknown): AppError =>
	new AppError("invalid_request", sentence({ path, code, message }), { fieldErrors: [{ path, code, message }], cause });

function sentence({ path, message }: FieldError): Text {
	const problem = asValue(message);
	return path === ""
		? text("The value {problem}.", { problem })
		: text("{member} {problem}.", { member: path.slice(1), problem });
}

/**
 * Collects the errors of several parse functions, so that a client learns of all of them at once:
 *
 *     const fieldErrors = new FieldErrors();
 *     const name = fieldErrors.check(() => parseName(body.name, "/name"));
 *     const timezone = fieldErrors.check(() => parseTimezone(body.timezone, "/timezone"));
 *     fieldErrors.throwIfAny();
 */
export class FieldErrors {
	readonly #errors: FieldError[] = [];

	/** Those collected so far, in the order they were found. */
	get found(): readonly FieldError[] {
		return this.#errors;
	}

	/**
	 * Returns the result of `parse`. When it throws field errors, they are collected and a placeholder is returned, which
	 * must not be used before {@link throwIfAny} has returned. Any other error is rethrown.
	 */
	check<T>(parse: () => T): T {
		try {
			return parse();
		} catch (error) {
			if (!(error instanceof AppError && error.code === "validation_failed" && error.fieldErrors)) throw error;
			this.collect(error.fieldErrors);
			// The cast is safe: throwIfAny throws before the placeholder can be used.
			return undefined as T;
		}
	}

	/** Adds errors that were found elsewhere. */
	collect(errors: readonly FieldError[]): void {
		this.#errors.push(...errors);
	}

	/** Adds an error that no parse function finds, such as one between two members. */
	add(path: string, code: string, message: Message): void {
		this.#errors.push({ path, code, message });
	}

	/**
	 * Throws when any errors were collected.
	 * @throws `validation_failed` with every error, in the order they were found
	 */
	throwIfAny(): void {
		const [first, second] = this.#errors;
		if (!first) return;
		const message = second
			? text("{count} properties are invalid; each is listed.", { count: this.#errors.length })
			: sentence(first);
		throw new AppError("validation_failed", message, { fieldErrors: [...this.#errors] });
	}
}
