import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Item, outdate, read } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Avatar } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { Failure } from "../../ui/states.tsx";
import { toast } from "../../ui/toasts.tsx";
import { useAction } from "../../ui/use-action.ts";
import { texts } from "./texts.ts";

const SUGGESTED = "/auth/suggested-organizations";
type Suggested = Item<typeof SUGGESTED>;

/** The organizations that people of the domain of one's address may join; nothing if there is none. */
export function Suggestions() {
	const own = useOwnTexts(texts);
	const { data = [], error, refetch } = useQuery(read(SUGGESTED, {}));
	if (error && data.length === 0) return <Failure error={error} onRetry={refetch} />;
	if (data.length === 0) return null;
	return (
		<Section title={own.title} hint={[...new Set(data.map(({ domain }) => own.byDomain(domain)))].join(" ")}>
			<ul className="stack">
				{data.map((each) => (
					<Suggestion key={each.orgId} suggested={each} />
				))}
			</ul>
		</Section>
	);
}

function Suggestion({ suggested: { orgId, name, action, role } }: { suggested: Suggested }) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const navigate = useNavigate();
	const joining = useAction();
	const [isRequested, setIsRequested] = useState(false);

	async function join(): Promise<void> {
		const { data } = await unwrap(api.POST(SUGGESTED, { body: { orgId } }));
		if (data.outcome === "requested") {
			setIsRequested(true);
			toast(own.requested);
			return;
		}
		await outdate("/auth/profile");
		await navigate({ to: "/o/$orgId", params: { orgId } });
		toast(own.joined(name));
		await outdate(SUGGESTED);
	}

	return (
		<li className="stack">
			<span className="line">
				<span className="identity">
					<Avatar name={name} shape="organization" />
					<span>
						<strong>{name}</strong>
						<small>{own.role(t.roles[role])}</small>
					</span>
				</span>
				{!isRequested && (
					<Button
						kind="primary"
						busy={joining.busy}
						aria-label={action === "join" ? own.joinOf(name) : own.requestOf(name)}
						onClick={() => void joining.run(join)}
					>
						{action === "join" ? own.join : own.request}
					</Button>
				)}
			</span>
			{isRequested && <Notice kind="info">{own.requested}</Notice>}
			{joining.problem && <Notice kind="danger">{joining.problem.message}</Notice>}
		</li>
	);
}
