import { useRef, useState } from "react";
import { TextField } from "./field.tsx";

/** One of things that are found by typing. The form gets its id by `name`, while its words are shown. */
export function ChoiceField({
	label,
	hint,
	name,
	choices,
	unknown,
	onSearch,
}: {
	label: string;
	hint?: string;
	name: string;
	/** What was found so far. */
	choices: readonly (readonly [id: string, words: string])[];
	/** What to say when what was typed is none of them. */
	unknown: string;
	onSearch: (words: string) => void;
}) {
	const [typed, setTyped] = useState("");
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	const known = useRef(new Map<string, string>());
	for (const [id, words] of choices) known.current.set(words, id);
	const id = known.current.get(typed);
	return (
		<>
			<TextField
				label={label}
				hint={hint}
				path={`/${name}`}
				list={`${name}-choices`}
				autoComplete="off"
				required
				ref={(input) => input?.setCustomValidity(typed === "" || id !== undefined ? "" : unknown)}
				onInput={({ currentTarget: { value } }) => {
					setTyped(value);
					clearTimeout(timer.current);
					if (!known.current.has(value))
						timer.current = setTimeout(() => onSearch(value.trim().slice(0, 128)), PAUSE_MS);
				}}
			/>
			<datalist id={`${name}-choices`}>
				{choices.map(([each, words]) => (
					<option key={each} value={words} />
				))}
			</datalist>
			<input type="hidden" name={name} value={id ?? ""} />
		</>
	);
}

const PAUSE_MS = 250;
