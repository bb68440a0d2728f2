import { useQuery } from "@tanstack/react-query";
import { read } from "../../api/queries.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { TextField } from "../../ui/field.tsx";
import { texts } from "./texts.ts";

/** Field of a password that is chosen, with what is asked of it. */
export function NewPasswordField({ label }: { label: string }) {
	const own = useOwnTexts(texts);
	const minLength = useQuery(read("/configurations/sign-in", {})).data?.passwordMinLength;
	return (
		<TextField
			label={label}
			name="password"
			type="password"
			autoComplete="new-password"
			hint={minLength === undefined ? undefined : own.passwordRules(minLength)}
			minLength={minLength}
			required
		/>
	);
}
