import { describe, expect, test } from "bun:test";
import { createPasswords } from "#modules/identity/passwords";
import { MEASURED } from "#tests/support/measured-limit";

const passwords = createPasswords({ memoryKib: 1024, timeCost: 1 }, 8);

/** Returns the error code; null for an accepted password. */
function faultOf(password: string, personal: readonly string[] = []): string | null {
	try {
		passwords.assertAcceptable(password, "/password", personal);
		return null;
	} catch (error) {
		return (error as { fieldErrors: { code: string }[] }).fieldErrors[0]?.code ?? null;
	}
}

describe("a chosen password", () => {
	test.each([
		"password",
		"PassWord",
		"ｐａｓｓｗｏｒｄ", // full width: the same once it is normalised
		"iloveyou1",
		"Password123456789!",
		"!!!sunshine2024",
		"passwordpassword",
		"abc1abc1abc1abc1",
		"aaaaaaaaaaaaaaaaaaaa",
		"1212121212121212",
		"123456789012345678",
		"zyxwvutsrqponmlk",
		"qwertzuiopasdfgh",
		"1qaz2wsx3edc4rfv",
	])("%s is refused as one that is guessed first", (password) => {
		expect(faultOf(password)).toBe("too_common");
	});

	test.each([
		"correct horse battery staple",
		"a perfectly long password",
		"Tr0ub4dor&3-plus-more",
		"пароль который никто не знает",
		"雨の日は図書館で本を読む人",
		"qwerty is where my keyboard begins",
	])("%s is accepted", (password) => {
		expect(faultOf(password)).toBeNull();
	});

	test("must be more than the user's own address or name", () => {
		const personal = ["ada.lovelace@school.example", "ada.lovelace", "Ada Lovelace"];

		expect(faultOf("ada.lovelace2024", personal)).toBe("too_common");
		expect(faultOf("Ada Lovelace!!", personal)).toBe("too_common");
		expect(faultOf("ada.lovelace and the analytical engine", personal)).toBeNull();
	});

	test(
		"is checked quickly, however long and unusual it is",
		() => {
			const startedAt = performance.now();

			for (let n = 0; n < 100; n++) faultOf("ab1".repeat(42));

			expect(performance.now() - startedAt).toBeLessThan(1_000);
		},
		MEASURED,
	);
});
