import type { Spoken } from "./spoken.ts";

const SENTENCES = [
	"Good morning everyone, let us start the weekly planning meeting.",
	"The first item on the agenda is the budget for the next quarter.",
	"Sales increased by twelve percent compared with last year.",
	"We decided to move the product launch to the second week of March.",
	"I will send the updated report to the customer by Friday.",
	"John needs to call the supplier and confirm the delivery date.",
	"Our main risk is that the supplier cannot deliver on time.",
	"What happens with the old server?",
	"We agreed that the old server will be turned off next month.",
	"I think we should hire two more engineers for the mobile team.",
	"Please remember to review the security document before tomorrow.",
	"Maria will prepare the training for the new teachers.",
	"The students asked for more time to finish the project.",
	"We need three quotes before we can order the new computers.",
	"The meeting with the parents is on Thursday at four in the afternoon.",
	"Can you share the slides with everybody after the call?",
	"The contract ends in December, so we must decide in October.",
	"Nobody had any questions about the holiday plan.",
	"Let us discuss the remaining points by email.",
	"The next meeting will be on Tuesday at nine in the morning.",
] as const;

/** Twenty sentences of a meeting: decisions, owners, dates and numbers, said in turns by two voices. */
export const MEETING: readonly Spoken[] = SENTENCES.map((text, index) => ({
	voice: index % 2 === 0 ? "slt" : "rms",
	text,
}));

/** Returns what is said in a text as it is compared: in lower case, without punctuation, numbers as words. */
export function saidWords(text: string): readonly string[] {
	const numbers: Readonly<Record<string, string>> = {
		2: "two",
		3: "three",
		4: "four",
		9: "nine",
		12: "twelve",
		"2nd": "second",
	};
	return (
		text
			.toLowerCase()
			.replaceAll("%", " percent")
			.replace(/\b(\d+):00\b/g, "$1")
			.replaceAll("e-mail", "email")
			.replaceAll("mister", "mr")
			.match(/[\p{L}\p{N}']+/gu) ?? []
	).map((word) => numbers[word] ?? word);
}
