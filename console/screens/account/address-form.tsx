import { useOwnTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { takesFocus } from "../../ui/focus.ts";
import { Form } from "../../ui/form.tsx";
import { texts } from "./texts.ts";

/** Asks for an address to which a link is mailed. */
export function AddressForm({ action, onSubmit }: { action: string; onSubmit: (email: string) => Promise<void> }) {
	const own = useOwnTexts(texts);
	return (
		<Form onSubmit={({ email = "" }) => onSubmit(email)}>
			{(busy) => (
				<>
					<TextField label={own.email} name="email" type="email" autoComplete="username" required ref={takesFocus} />
					<Button kind="primary" type="submit" busy={busy}>
						{action}
					</Button>
				</>
			)}
		</Form>
	);
}
