import { type ComponentProps, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTexts } from "../app/texts.tsx";
import { Button } from "./button.tsx";
import { Field, type FieldProps } from "./field.tsx";

export type PasswordFieldProps = FieldProps &
	Omit<ComponentProps<"input">, "className" | "id" | "type" | "ref" | "autoFocus"> & {
		/** It has the focus as soon as it is there. */
		focused?: boolean;
	};

/** A password, with a button that shows what was typed. */
export function PasswordField({ label, hint, path, focused = false, ...rest }: PasswordFieldProps) {
	const { t } = useTexts();
	const [isShown, setShown] = useState(false);
	const input = useRef<HTMLInputElement>(null);
	/** Where the caret was: it is lost as the type changes. */
	const caret = useRef<readonly [number | null, number | null]>(null);

	useEffect(() => {
		const form = input.current?.form;
		if (focused) input.current?.focus();
		// As a password again before it is sent: else browsers keep it among the texts to fill in.
		const hide = () => setShown(false);
		form?.addEventListener("submit", hide);
		return () => form?.removeEventListener("submit", hide);
	}, [focused]);
	useLayoutEffect(() => {
		if (caret.current && document.activeElement === input.current) input.current?.setSelectionRange(...caret.current);
		caret.current = null;
	});

	function toggle(): void {
		if (input.current) caret.current = [input.current.selectionStart, input.current.selectionEnd];
		setShown(!isShown);
	}
	return (
		<Field label={label} hint={hint} {...(path !== undefined && { path })} name={rest.name}>
			{(bound) => (
				<div className="password">
					<input
						{...rest}
						{...bound}
						ref={input}
						type={isShown ? "text" : "password"}
						autoCapitalize="none"
						spellCheck={false}
						className="input"
					/>
					<Button
						aria-pressed={isShown}
						// The field keeps the focus, and a phone its keyboard.
						onMouseDown={(event) => event.preventDefault()}
						onClick={toggle}
					>
						{t.password.show} <span className="visually-hidden">{label}</span>
					</Button>
				</div>
			)}
		</Field>
	);
}
