import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Item, outdate, readPages } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { Page } from "../../ui/page.tsx";
import { Empty, Failure, Loading } from "../../ui/states.tsx";
import { toast } from "../../ui/toasts.tsx";
import { DomainSection } from "./domain-section.tsx";
import { EnrolmentDialog } from "./enrolment.tsx";
import { texts } from "./texts.ts";

type Domain = Item<"/orgs/{orgId}/domains">;

const route = getRouteApi("/inside/o/$orgId/settings/domains");

/** The domains of the organization: proved by a record, they decide who joins. */
export function Domains() {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const may = useMay();
	const { orgId } = route.useParams();
	const path = { orgId };
	const pages = useInfiniteQuery(readPages("/orgs/{orgId}/domains", { path }));
	const [open, setOpen] = useState<"claim" | { enrol: Domain } | { remove: Domain } | null>(null);
	const close = () => setOpen(null);
	const domains = pages.data?.pages.flatMap((page) => page.data) ?? [];
	const claim = may("org:write") && (
		<Button kind="primary" icon="plus" onClick={() => setOpen("claim")}>
			{own.add}
		</Button>
	);
	return (
		<Page title={own.title} lead={own.lead} actions={domains.length > 0 && claim}>
			{pages.isPending ? (
				<Loading />
			) : pages.error && domains.length === 0 ? (
				<Failure error={pages.error} onRetry={pages.refetch} />
			) : domains.length === 0 ? (
				<Empty icon="globe" title={own.empty} action={claim}>
					{own.emptyHint}
				</Empty>
			) : (
				domains.map((domain) => (
					<DomainSection
						key={domain.domain}
						orgId={orgId}
						domain={domain}
						onEnrol={() => setOpen({ enrol: domain })}
						onRemove={() => setOpen({ remove: domain })}
					/>
				))
			)}
			{pages.hasNextPage && (
				<Button kind="quiet" busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
					{t.common.more}
				</Button>
			)}
			{open === "claim" && (
				<Dialog title={own.add} lead={own.addText} onClose={close}>
					<Form
						onSubmit={async ({ domain = "" }) => {
							await unwrap(api.POST("/orgs/{orgId}/domains", { params: { path }, body: { domain: domain.trim() } }));
							await outdate("/orgs/{orgId}/domains");
							close();
						}}
					>
						{(busy) => (
							<>
								<TextField
									label={own.domain}
									name="domain"
									placeholder="school.example"
									autoComplete="off"
									autoCapitalize="off"
									spellCheck={false}
									maxLength={253}
									required
								/>
								<FormActions busy={busy} submit={own.add} onCancel={close} />
							</>
						)}
					</Form>
				</Dialog>
			)}
			{open !== null && open !== "claim" && "enrol" in open && (
				<EnrolmentDialog orgId={orgId} domain={open.enrol.domain} onClose={close} />
			)}
			{open !== null && open !== "claim" && "remove" in open && (
				<ConfirmDialog
					title={own.removeTitle(open.remove.domain)}
					text={own.removeText}
					action={own.remove}
					onConfirm={async () => {
						const params = { path, query: { domain: [open.remove.domain] } };
						await unwrap(api.DELETE("/orgs/{orgId}/domains", { params }));
						await outdate("/orgs/{orgId}/domains");
						toast(own.removed(open.remove.domain));
					}}
					onClose={close}
				/>
			)}
		</Page>
	);
}
