import { accountIdOf, type Principal } from "#kernel/principal";

/**
 * Whose view of an organization's workspaces and meetings a caller has: the id of a person, who sees what is open to the
 * organization and what they take part in; null: everything the organization has.
 */
export type Viewer = string | null;

/**
 * Returns whose view a caller has in an organization they may enter. Its administrators, system administrators, jobs and
 * API keys see everything, within their scopes. So does a token of the provider that stands for no account here, such as
 * that of another program, if it may also write workspaces: a student's token of the provider stands for a person.
 */
export function viewerOf({ kind, id, scopes, system }: Principal): Viewer {
	if (system || scopes.has("org:write") || kind === "service") return null;
	const isProgram = kind === "external" && accountIdOf(id) === null && scopes.has("workspace:write");
	return isProgram ? null : id;
}
