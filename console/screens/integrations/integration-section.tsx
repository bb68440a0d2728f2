import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate } from "../../api/queries.ts";
import { MakerBadge } from "../../app/maker.tsx";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Facts, Section } from "../../ui/section.tsx";
import { toast } from "../../ui/toasts.tsx";
import { useAction } from "../../ui/use-action.ts";
import type { Integration } from "./definition.ts";
import { texts } from "./texts.ts";

interface Props {
	readonly orgId: string;
	readonly integration: Integration;
	readonly onEdit: () => void;
	readonly onRemove: () => void;
}

/** One platform: the addresses to enter there, and what is known of it. */
export function IntegrationSection({ orgId, integration, onEdit, onRemove }: Props) {
	const { t, format } = useTexts();
	const own = useOwnTexts(texts);
	const { busy, problem, run } = useAction();
	const [outcome, setOutcome] = useState<{ failure: string | null; words: string } | null>(null);
	const { id: integrationId, name, state, makerState } = integration;
	const path = { orgId, integrationId };

	async function test(): Promise<void> {
		setOutcome(null);
		const init = { params: { path } };
		const { data } = await unwrap(api.POST("/orgs/{orgId}/integrations/{integrationId}/test", init));
		setOutcome({ failure: data.failure, words: own.tested(data.keys ?? 0, format.number(data.durationMs)) });
	}
	async function change(): Promise<void> {
		const body = { state: state === "active" ? ("disabled" as const) : ("active" as const) };
		await unwrap(api.PATCH("/orgs/{orgId}/integrations/{integrationId}", { params: { path }, body }));
		await outdate("/orgs/{orgId}/integrations");
	}
	async function adopt(): Promise<void> {
		await unwrap(api.POST("/orgs/{orgId}/integrations/{integrationId}/adopt", { params: { path } }));
		await outdate("/orgs/{orgId}/integrations");
		toast(t.makers.adopted(name));
	}
	return (
		<Section
			title={name}
			hint={
				<span className="badges">
					<Badge tone={state === "active" ? "good" : "neutral"}>{own.states[state]}</Badge>
					<MakerBadge state={makerState} />
				</span>
			}
			actions={
				<div className="section-actions">
					{makerState !== "active" && (
						<Button icon="user" onClick={() => void run(adopt)}>
							{t.makers.adopt}
						</Button>
					)}
					<Button busy={busy} onClick={() => void run(test)}>
						{own.test}
					</Button>
					<Menu label={t.common.actions(name)} button={<Icon name="more" />}>
						<MenuItem icon="pencil" onSelect={onEdit}>
							{own.edit}
						</MenuItem>
						<MenuItem icon={state === "active" ? "stop" : "play"} onSelect={() => void run(change)}>
							{state === "active" ? own.disable : own.enable}
						</MenuItem>
						<MenuItem icon="trash" kind="danger" onSelect={onRemove}>
							{own.remove}
						</MenuItem>
					</Menu>
				</div>
			}
		>
			{problem && <Notice kind="danger">{problem.message}</Notice>}
			{outcome && (
				<Notice kind={outcome.failure === null ? "info" : "danger"}>{outcome.failure ?? outcome.words}</Notice>
			)}
			<div className="record">
				<p>{own.enter}</p>
				<h3>{own.loginUrl}</h3>
				<CopyText label={own.loginUrl} text={integration.loginUrl} />
				<h3>{own.launchUrl}</h3>
				<CopyText label={own.launchUrl} text={integration.launchUrl} />
			</div>
			<Facts
				facts={[
					[own.type, own.types[integration.type]],
					[own.issuer, integration.issuer],
					[own.clientId, integration.clientId],
					[own.deployments, integration.deploymentIds.join(", ")],
					[own.authorization, integration.authorizationEndpoint],
					[own.jwks, integration.jwksUri],
				]}
			/>
		</Section>
	);
}
