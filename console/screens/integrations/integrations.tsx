import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, readPages } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Page } from "../../ui/page.tsx";
import { Empty, Failure, Loading } from "../../ui/states.tsx";
import { toast } from "../../ui/toasts.tsx";
import type { Integration } from "./definition.ts";
import { ChangeDialog, CreateDialog } from "./dialogs.tsx";
import { IntegrationSection } from "./integration-section.tsx";
import { texts } from "./texts.ts";

const route = getRouteApi("/inside/o/$orgId/settings/integrations");

/** Learning-management systems whose links lead to meetings. */
export function Integrations() {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const { orgId } = route.useParams();
	const path = { orgId };
	const pages = useInfiniteQuery(readPages("/orgs/{orgId}/integrations", { path }));
	const [open, setOpen] = useState<"create" | { edit: Integration } | { remove: Integration } | null>(null);
	const close = () => setOpen(null);
	const integrations = pages.data?.pages.flatMap((page) => page.data) ?? [];
	const create = (
		<Button kind="primary" icon="plus" onClick={() => setOpen("create")}>
			{own.create}
		</Button>
	);
	return (
		<Page title={t.shell.integrations} lead={own.lead} actions={integrations.length > 0 && create}>
			{pages.isPending ? (
				<Loading />
			) : pages.error && integrations.length === 0 ? (
				<Failure error={pages.error} onRetry={pages.refetch} />
			) : integrations.length === 0 ? (
				<Empty icon="plug" title={own.empty} action={create}>
					{own.emptyHint}
				</Empty>
			) : (
				integrations.map((integration) => (
					<IntegrationSection
						key={integration.id}
						orgId={orgId}
						integration={integration}
						onEdit={() => setOpen({ edit: integration })}
						onRemove={() => setOpen({ remove: integration })}
					/>
				))
			)}
			{pages.hasNextPage && (
				<Button kind="quiet" busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
					{t.common.more}
				</Button>
			)}
			{open === "create" && <CreateDialog orgId={orgId} onClose={close} />}
			{open !== null && open !== "create" && "edit" in open && (
				<ChangeDialog orgId={orgId} integrationId={open.edit.id} name={open.edit.name} onClose={close} />
			)}
			{open !== null && open !== "create" && "remove" in open && (
				<ConfirmDialog
					title={own.removeTitle(open.remove.name)}
					text={own.removeText}
					action={own.remove}
					onConfirm={async () => {
						const params = { path: { orgId, integrationId: open.remove.id } };
						await unwrap(api.DELETE("/orgs/{orgId}/integrations/{integrationId}", { params }));
						await outdate("/orgs/{orgId}/integrations");
						toast(own.removed(open.remove.name));
					}}
					onClose={close}
				/>
			)}
		</Page>
	);
}
