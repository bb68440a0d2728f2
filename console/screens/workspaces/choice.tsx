import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Answer, read } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import type { Values } from "../../ui/form.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { texts } from "./choice-texts.ts";
import { firstWorkspace } from "./first.ts";

/** The workspaces that something can be put into. */
export type Workspaces = Answer<"/orgs/{orgId}/workspaces">;

export const useWorkspaces = (orgId: string) =>
	useQuery(read("/orgs/{orgId}/workspaces", { path: { orgId }, query: { limit: 200 } }));

/**
 * What is put into a workspace, once it is known which there are. The roles that may do so may also create the first.
 * @param children are given the workspaces, for a {@link WorkspaceField}
 */
export function WithWorkspaces({
	orgId,
	children,
}: {
	orgId: string;
	children: (workspaces: Workspaces) => ReactNode;
}) {
	const { data, error, refetch } = useWorkspaces(orgId);
	if (data === undefined) return error ? <Failure error={error} onRetry={refetch} /> : <Loading />;
	return children(data);
}

/** The workspace that something is put into; where there is none yet, the name of the first. {@link workspaceOf} reads it. */
export function WorkspaceField({
	workspaces,
	initial,
}: {
	workspaces: Workspaces;
	/** The one that is looked at, if any. */
	initial: string | undefined;
}) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	if (workspaces.length === 0)
		return (
			<TextField
				label={t.meetings.workspace}
				hint={own.firstHint}
				name="newWorkspace"
				path="/name"
				defaultValue={own.first}
				maxLength={128}
				required
			/>
		);
	return (
		<SelectField
			label={t.meetings.workspace}
			name="workspaceId"
			defaultValue={initial}
			options={workspaces.map(({ id, name }) => [id, name] as const)}
		/>
	);
}

/** Returns the workspace of a form with a {@link WorkspaceField}; creates the first. */
export const workspaceOf = async (orgId: string, { workspaceId, newWorkspace = "" }: Values): Promise<string> =>
	workspaceId ?? (await firstWorkspace(orgId, newWorkspace));
