import { describe, expect, test } from "bun:test";
import { AppError } from "#kernel/errors";
import { FieldErrors, invalidMember } from "#kernel/field-errors";
import { inEnglish } from "#kernel/texts";
import { refusalOf } from "./refusals.ts";

const refuse = (path: string) => (): string => {
	throw invalidMember(path, "invalid_format", "must be true");
};

describe("FieldErrors", () => {
	test("passes values on and throws nothing while nothing is wrong", () => {
		const fieldErrors = new FieldErrors();

		const value = fieldErrors.check(() => 7);

		expect(value).toBe(7);
		expect(() => fieldErrors.throwIfAny()).not.toThrow();
	});

	test("throws one error with every field error in order", () => {
		const fieldErrors = new FieldErrors();

		fieldErrors.check(refuse("/a"));
		fieldErrors.check(() => 1);
		fieldErrors.check(refuse("/b/0"));
		fieldErrors.add("/c", "conflict", inEnglish("must differ from a"));

		expect(refusalOf(() => fieldErrors.throwIfAny())).toMatchObject({
			code: "validation_failed",
			fieldErrors: ["/a invalid_format", "/b/0 invalid_format", "/c conflict"],
			message: "3 properties are invalid; each is listed.",
		});
	});

	test("says what is wrong when it is one thing", () => {
		const fieldErrors = new FieldErrors();

		fieldErrors.check(refuse("/settings/timezone"));

		expect(refusalOf(() => fieldErrors.throwIfAny()).message).toBe("settings/timezone must be true.");
	});

	test("lets every other error pass: it is no fault of a member", () => {
		const fieldErrors = new FieldErrors();

		const bug = () => fieldErrors.check(() => Object.fromEntries([null as never]));
		const conflict = () =>
			fieldErrors.check(() => {
				throw new AppError("conflict", inEnglish("The slug is taken."));
			});

		expect(bug).toThrow(TypeError);
		expect(refusalOf(conflict).code).toBe("conflict");
	});
});
