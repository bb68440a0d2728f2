import { type ReactNode, use, useId } from "react";
import { Faults, isOf } from "./field.tsx";
import type { Values } from "./form.tsx";

/** Which of many are chosen: several rows of checkboxes under one name. */
export function ChecksField({
	label,
	hint,
	name,
	children,
}: {
	label: string;
	hint?: string;
	/** Of the member of the body, whose faults show here. */
	name: string;
	children: ReactNode;
}) {
	const id = useId();
	const fault = use(Faults).find((each) => isOf(each, `/${name}`));
	return (
		<fieldset
			className="checks"
			name={name}
			tabIndex={-1}
			aria-describedby={[hint !== undefined && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(" ")}
			{...(fault && { "aria-invalid": true })}
		>
			<legend>{label}</legend>
			{fault && (
				<p className="field-fault" id={`${id}-fault`}>
					{fault.message}
				</p>
			)}
			{hint !== undefined && (
				<p className="field-hint" id={`${id}-hint`}>
					{hint}
				</p>
			)}
			{children}
		</fieldset>
	);
}

/** One row of checkboxes; {@link chosenOf} finds those that are on among the values of the form. */
export const Checks = ({
	label,
	name,
	options,
	chosen,
}: {
	label: string;
	name: string;
	options: readonly (readonly [value: string, label: string])[];
	/** Values that are on at first. */
	chosen: readonly string[];
}) => (
	<fieldset className="check-row">
		<legend>{label}</legend>
		<div>
			{options.map(([value, text]) => (
				<label key={value}>
					<input type="checkbox" name={`${name}/${value}`} defaultChecked={chosen.includes(value)} />
					{text}
				</label>
			))}
		</div>
	</fieldset>
);

/** The values that are chosen under a name. */
export const chosenOf = (values: Values, name: string): string[] =>
	Object.keys(values).flatMap((each) => (each.startsWith(`${name}/`) ? [each.slice(name.length + 1)] : []));
