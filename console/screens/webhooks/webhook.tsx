import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, read } from "../../api/queries.ts";
import { MakerBadge } from "../../app/maker.tsx";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { SecretDialog } from "../../ui/secret-dialog.tsx";
import { Facts, Section } from "../../ui/section.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { toast } from "../../ui/toasts.tsx";
import { useAction } from "../../ui/use-action.ts";
import { nameOf, TONES, type Webhook } from "./definition.ts";
import { Deliveries } from "./deliveries.tsx";
import { ChangeDialog, ReplayDialog, RotateDialog } from "./dialogs.tsx";
import { texts } from "./texts.ts";

const route = getRouteApi("/inside/o/$orgId/settings/webhooks/$webhookId");
/** Its state follows from deliveries, which go on by themselves. */
const POLL_MS = 5000;

/** One webhook, and what was sent to it. */
export function WebhookPage() {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const { orgId, webhookId } = route.useParams();
	const navigate = route.useNavigate();
	const path = { orgId, webhookId };
	const { data, error, refetch } = useQuery({
		...read("/orgs/{orgId}/webhooks/{webhookId}", { path }),
		refetchInterval: POLL_MS,
	});
	const [open, setOpen] = useState<"edit" | "rotate" | "replay" | "delete" | { secret: string } | null>(null);
	const testing = useAction();
	const close = () => setOpen(null);

	async function test(): Promise<void> {
		const { data: delivery } = await unwrap(api.POST("/orgs/{orgId}/webhooks/{webhookId}/test", { params: { path } }));
		await navigate({ search: (old) => ({ ...old, delivery: delivery.id }) });
	}
	const actions = data && (
		<>
			{data.state !== "disabled" && (
				<Button busy={testing.busy} icon="play" onClick={() => void testing.run(test)}>
					{own.test}
				</Button>
			)}
			<Button icon="pencil" onClick={() => setOpen("edit")}>
				{own.edit}
			</Button>
			<Menu label={t.common.actions(nameOf(data))} button={<Icon name="more" />}>
				<MenuItem icon="key" onSelect={() => setOpen("rotate")}>
					{own.rotate}
				</MenuItem>
				{data.state !== "disabled" && (
					<MenuItem icon="back" onSelect={() => setOpen("replay")}>
						{own.replay}
					</MenuItem>
				)}
				<MenuItem icon="trash" kind="danger" onSelect={() => setOpen("delete")}>
					{own.delete}
				</MenuItem>
			</Menu>
		</>
	);
	return (
		<Page title={data ? nameOf(data) : own.webhook} lead={data?.url} actions={actions}>
			<p className="back">
				<Link to="/o/$orgId/settings/webhooks" params={{ orgId }}>
					{own.all}
				</Link>
			</p>
			{testing.problem && <Notice kind="danger">{testing.problem.message}</Notice>}
			{data === undefined ? (
				error ? (
					<Failure error={error} onRetry={refetch} />
				) : (
					<Loading />
				)
			) : (
				<>
					<About orgId={orgId} webhook={data} />
					<Deliveries orgId={orgId} webhook={data} />
				</>
			)}
			{open === "edit" && <ChangeDialog path={path} onClose={close} />}
			{open === "rotate" && <RotateDialog path={path} onRotated={(secret) => setOpen({ secret })} onClose={close} />}
			{open === "replay" && <ReplayDialog path={path} onClose={close} />}
			{open !== null && typeof open === "object" && (
				<SecretDialog
					title={own.rotate}
					lead={own.secretLead}
					label={own.secret}
					secret={open.secret}
					onClose={close}
				/>
			)}
			{open === "delete" && data && (
				<ConfirmDialog
					title={own.deleteTitle(nameOf(data))}
					text={own.deleteText}
					action={own.delete}
					onConfirm={async () => {
						await unwrap(api.DELETE("/orgs/{orgId}/webhooks/{webhookId}", { params: { path } }));
						await navigate({ to: "/o/$orgId/settings/webhooks", params: { orgId } });
						await outdate("/orgs/{orgId}/webhooks");
						toast(own.deleted(nameOf(data)));
					}}
					onClose={close}
				/>
			)}
		</Page>
	);
}

/** What a webhook is, and what keeps it from working. */
function About({ orgId, webhook }: { orgId: string; webhook: Webhook }) {
	const { t, format } = useTexts();
	const own = useOwnTexts(texts);
	const may = useMay();
	const { busy, problem, run } = useAction();
	const { state, makerState, disabledReason, failingSince, previousSecretExpiresAt, eventTypes, headerNames } = webhook;
	const params = { path: { orgId, webhookId: webhook.id } };
	const isReplacing = previousSecretExpiresAt !== null && Date.parse(previousSecretExpiresAt) > Date.now();
	const outdateIt = () => outdate("/orgs/{orgId}/webhooks", "/orgs/{orgId}/webhooks/{webhookId}");

	async function enable(): Promise<void> {
		await unwrap(api.POST("/orgs/{orgId}/webhooks/{webhookId}/enable", { params }));
		await outdateIt();
		toast(own.enabled);
	}
	async function adopt(): Promise<void> {
		await unwrap(api.POST("/orgs/{orgId}/webhooks/{webhookId}/adopt", { params }));
		await outdateIt();
		toast(t.makers.adopted(nameOf(webhook)));
	}
	return (
		<>
			{problem && <Notice kind="danger">{problem.message}</Notice>}
			{state !== "enabled" && (
				<Notice kind="warning">
					<p>
						{state === "failing"
							? own.failing(failingSince ? format.dateTime(failingSince) : "")
							: disabledReason === "gone"
								? own.gone
								: own.given}
					</p>
					<Button busy={busy} onClick={() => void run(enable)}>
						{own.enable}
					</Button>
				</Notice>
			)}
			{makerState !== "active" && (
				<Notice kind="warning">
					<p>{t.makers.lead}</p>
					{may("org:admin") && (
						<Button busy={busy} onClick={() => void run(adopt)}>
							{t.makers.adopt}
						</Button>
					)}
				</Notice>
			)}
			<Section
				title={own.about}
				hint={
					<span className="badges">
						<Badge tone={TONES[state]}>{own.states[state]}</Badge>
						<MakerBadge state={makerState} />
					</span>
				}
			>
				<Facts
					facts={[
						[own.types, eventTypes === null ? own.allTypes : eventTypes.join(", ")],
						[own.payload, own.payloads[webhook.payload]],
						[own.headers, headerNames.length === 0 ? own.none : headerNames.join(", ")],
						[own.created, format.dateTime(webhook.createdAt)],
						...(isReplacing ? [[own.previousSecret, format.dateTime(previousSecretExpiresAt)] as const] : []),
					]}
				/>
			</Section>
		</>
	);
}
