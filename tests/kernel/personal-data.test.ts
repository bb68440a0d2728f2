import { describe, expect, test } from "bun:test";
import { redactText, redactUnfinished, redactWords } from "#kernel/personal-data/redact";

const us = { language: "en-US", regions: [] };
const reading = (language: string, regions: readonly string[] = []) => ({ language, regions });

describe("what identifies a person is replaced by its kind", () => {
	test.each([
		["en-US", "Write to anna.meyer+x@mail.example.com, please.", "Write to [email], please."],
		["en-US", "You can call me at (415) 555-2671 or 415 555 2672.", "You can call me at [phone] or [phone]."],
		["en-GB", "My mobile is 07400 123456.", "My mobile is [phone]."],
		["de", "Ruf mich an: 030 901820 oder +49 171 1234567!", "Ruf mich an: [phone] oder [phone]!"],
		["de-AT", "Meine Nummer ist 0664 1234567.", "Meine Nummer ist [phone]."],
		["fr", "Mon numéro, c'est le 06 12 34 56 78.", "Mon numéro, c'est le [phone]."],
		["es", "Llámame al 612 34 56 78, o a josé@correo.es.", "Llámame al [phone], o a [email]."],
		["it", "Il mio numero è 312 345 6789.", "Il mio numero è [phone]."],
		["pt-BR", "Meu telefone é (11) 91234-5678.", "Meu telefone é [phone]."],
		["ja", "連絡先はanna@example.jpまで、電話は090-1234-5678です。", "連絡先は[email]まで、電話は[phone]です。"],
		["ja", "カードは４１１１ １１１１ １１１１ １１１１です。", "カードは[card]です。"],
		["ar", "رقمي هو ٠٥٠ ١٢٣ ٤٥٦٧", "رقمي هو [phone]"],
		["ru", "Мой номер 8 912 345-67-89, почта иван@пример.рф.", "Мой номер [phone], почта [email]."],
		["en-US", "The card is 4111 1111 1111 1111, expires in May.", "The card is [card], expires in May."],
		["en-US", "Amex 3782-822463-10005.", "Amex [card]."],
		["de", "Die IBAN lautet DE89 3704 0044 0532 0130 00 bei der Bank.", "Die IBAN lautet [iban] bei der Bank."],
		["fr", "IBAN FR1420041010050500013M02606.", "IBAN [iban]."],
		["en-GB", "gb29 nwbk 6016 1331 9268 19", "[iban]"],
		["en-US", "Her social is 078-05-1120.", "Her social is [ssn]."],
		["en-US", "The policy has number 8841 2203 9917 4.", "The policy has number [number]."],
		["en-US", "it's four one five five five five two six seven one thanks", "it's [number] thanks"],
		["de", "null eins sieben eins zwei drei vier fünf sechs sieben", "[number]"],
		["en-US", "write to anna dot meyer at example dot com today", "write to [email] today"],
		["de", "an anna punkt meyer at example punkt de", "an [email]"],
		["it", "scrivi a anna.rossi chiocciola posta.it", "scrivi a [email]"],
		["en-GB", "it is anna at shop dot co dot uk, thanks", "it is [email], thanks"],
		["es", "escribe a ana arroba correo punto es", "escribe a [email]"],
	])("in %s: %s", (language, text, expected) => {
		expect(redactText(text, reading(language))).toBe(expected);
	});

	test("also as it is written in the country of the organization", () => {
		expect(redactText("Call 030 901820.", reading("en-US", ["DE"]))).toBe("Call [phone].");
		expect(redactText("Call 030 901820.", reading("und", ["XX"]))).toBe("Call 030 901820.");
	});
});

test.each([
	"In 2024 we sold 1,200,000 units, 350 more than in 2023.",
	"It costs 1 200 000 000 euros, or 12.5 percent.",
	"We meet on 2030-01-01 at 09:30, in room 214.",
	"Version 1.2.3.4 is at the top.",
	"One two three, test.",
	"Look at the dog.",
	"We met at work. Then we left, and had a look at example.com at noon.",
	"At one, two, three and four we test.",
	"DE89 is no account.",
	"",
])("nothing is replaced in: %s", (text) => {
	expect(redactText(text, us)).toBe(text);
});

test("the end of what is still being spoken is held back when it may become a number", () => {
	expect(redactUnfinished("My number is 415 5", us)).toBe("My number is [number]");
	expect(redactUnfinished("my number is four one five five", us)).toBe("my number is [number]");
	expect(redactUnfinished("Write to anna@exam", us)).toBe("Write to [number]");
	expect(redactUnfinished("In 2024 we", us)).toBe("In 2024 we");
});

test("words that have a part in it become one, with its time", () => {
	const words = ["Call", "(415)", "555-2671,", "please."].map((text, at) => ({
		text,
		startMs: at * 100,
		endMs: at * 100 + 90,
		confidence: 1,
	}));

	expect(redactWords(words, us)).toEqual([
		{ text: "Call", startMs: 0, endMs: 90, confidence: 1 },
		{ text: "[phone],", startMs: 100, endMs: 290, confidence: 1 },
		{ text: "please.", startMs: 300, endMs: 390, confidence: 1 },
	]);
});

test("a text that is made to be slow is read in time that grows with it, not with its square", () => {
	const hostile = [
		"a.".repeat(10_000),
		"1 ".repeat(10_000),
		"one ".repeat(5_000),
		"@a".repeat(10_000),
		"DE1 ".repeat(5_000),
	];
	const startMs = performance.now();
	for (const text of hostile) redactText(text, us);
	expect(performance.now() - startMs).toBeLessThan(20_000);
});
