import { invalidMember } from "#kernel/field-errors";

/** Runs of digits with what people put between them, as long as a number of a card may be. */
const DIGITS = /\d(?:[\s.-]?\d){12,18}/g;

/** Whether digits have the check digit of card numbers (ISO/IEC 7812, Luhn). */
function hasCheckDigit(digits: string): boolean {
	let sum = 0;
	for (const [index, digit] of [...digits].reverse().entries()) {
		const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
		sum += doubled > 9 ? doubled - 9 : doubled;
	}
	return sum % 10 === 0;
}

/** Whether a text contains what looks like the number of a payment card, in digits of any script. */
export const hasCardNumber = (text: string): boolean =>
	[...text.normalize("NFKC").matchAll(DIGITS)].some(([found]) => hasCheckDigit(found.replace(/\D/g, "")));

/**
 * Asserts that no member contains what looks like the number of a payment card: none is ever stored, and the error does
 * not repeat it.
 * @throws `validation_failed` naming the member
 */
export function assertNoCardNumber(members: Readonly<Record<string, unknown>>, path = ""): void {
	for (const [name, value] of Object.entries(members)) {
		const member = `${path}/${name}`;
		if (typeof value === "string" && hasCardNumber(value))
			throw invalidMember(
				member,
				"card_number",
				"must not contain a payment card number: enter it at the payment provider, and send the returned token",
			);
		if (typeof value === "object" && value !== null) assertNoCardNumber({ ...value }, member);
	}
}
