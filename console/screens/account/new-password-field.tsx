import { useQuery } from "@tanstack/react-query";
import { read } from "../../api/queries.ts";
import { useTexts } from "../../app/texts.tsx";
import { PasswordField, type PasswordFieldProps } from "../../ui/password-field.tsx";

/** Field of a password that is chosen, with what is asked of it. */
export function NewPasswordField({
	name = "password",
	...props
}: Pick<PasswordFieldProps, "label" | "name" | "path" | "focused">) {
	const { t } = useTexts();
	const minLength = useQuery(read("/configurations/sign-in", {})).data?.passwordMinLength;
	return (
		<PasswordField
			{...props}
			name={name}
			autoComplete="new-password"
			hint={minLength === undefined ? undefined : t.password.rules(minLength)}
			minLength={minLength}
			required
		/>
	);
}
