import type { components } from "#client";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { SelectField, TextAreaField, TextField } from "../../ui/field.tsx";
import type { Values } from "../../ui/form.tsx";
import { fieldsTexts } from "./fields-texts.ts";

type Workspace = Pick<components["schemas"]["Workspace"], "name" | "description" | "kind" | "visibility">;

/** What a workspace is called, is, and who sees it; {@link workspaceIn} reads it. */
export function WorkspaceFields({ before }: { before?: Workspace }) {
	const { t } = useTexts();
	const own = useOwnTexts(fieldsTexts);
	return (
		<>
			<TextField label={t.workspaces.name} name="name" defaultValue={before?.name} autoComplete="off" required />
			<TextAreaField
				label={own.description}
				name="description"
				defaultValue={before?.description ?? ""}
				maxLength={2_000}
				rows={2}
			/>
			<SelectField
				label={t.workspaces.kind}
				name="kind"
				defaultValue={before?.kind}
				options={Object.entries(t.workspaceKinds)}
			/>
			<SelectField
				label={own.visibility}
				hint={own.visibilityHint}
				name="visibility"
				defaultValue={before?.visibility ?? "private"}
				options={Object.entries(own.visibilities)}
			/>
		</>
	);
}

/** Returns the workspace of a form. */
export const workspaceIn = ({ name = "", description, kind, visibility }: Values): Workspace => ({
	name,
	description: description || null,
	kind: kind as Workspace["kind"],
	visibility: visibility as Workspace["visibility"],
});
