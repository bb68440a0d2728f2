import { invalidMember } from "#kernel/field-errors";
import { pointerToken } from "#kernel/json";
import { readContent, type TakenContent } from "./content.ts";

/** The members of a form, by name. */
export type Form = ReadonlyMap<string, string>;

/**
 * Reads a form as browsers send it, `application/x-www-form-urlencoded`.
 * @throws `payload_too_large`, `validation_failed` for a member that is given more than once
 */
export async function readForm(request: Request, content: TakenContent): Promise<Form> {
	const members = new URLSearchParams(new TextDecoder().decode(await readContent(request, content)));
	const form = new Map<string, string>();
	for (const [name, value] of members) {
		if (form.has(name))
			throw invalidMember(`/${pointerToken(name.slice(0, 64))}`, "duplicate", "must not be given more than once");
		form.set(name, value);
	}
	return form;
}

/** Returns a member of a form that must be there. @throws `validation_failed` */
export function requiredMember(form: Form, name: string): string {
	const value = form.get(name);
	if (!value) throw invalidMember(`/${name}`, "required", "is required");
	return value;
}
