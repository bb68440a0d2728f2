import { describe, expect, test } from "bun:test";
import { Faults, invalidMember } from "#kernel/collect-faults";
import { AppError } from "#kernel/errors";
import { refusalOf } from "./refusals.ts";

const refuse = (path: string) => (): string => {
	throw invalidMember(path, "invalid_format", "must be right");
};

describe("Faults", () => {
	test("passes values on and throws nothing while nothing is wrong", () => {
		const faults = new Faults();

		const value = faults.check(() => 7);

		expect(value).toBe(7);
		expect(() => faults.throwIfAny()).not.toThrow();
	});

	test("throws one error with every fault in order", () => {
		const faults = new Faults();

		faults.check(refuse("/a"));
		faults.check(() => 1);
		faults.check(refuse("/b/0"));
		faults.add("/c", "conflict", "must differ from a");

		expect(refusalOf(() => faults.throwIfAny())).toMatchObject({
			code: "validation_failed",
			faults: ["/a invalid_format", "/b/0 invalid_format", "/c conflict"],
			message: "3 members are not valid; each is listed.",
		});
	});

	test("says what is wrong when it is one thing", () => {
		const faults = new Faults();

		faults.check(refuse("/settings/timezone"));

		expect(refusalOf(() => faults.throwIfAny()).message).toBe("settings/timezone must be right.");
	});

	test("lets every other error pass: it is no fault of a member", () => {
		const faults = new Faults();

		const bug = () => faults.check(() => Object.fromEntries([null as never]));
		const conflict = () =>
			faults.check(() => {
				throw new AppError("conflict", "The slug is taken.");
			});

		expect(bug).toThrow(TypeError);
		expect(refusalOf(conflict).code).toBe("conflict");
	});
});
