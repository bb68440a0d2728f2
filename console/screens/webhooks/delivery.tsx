import { useQuery } from "@tanstack/react-query";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Answer, outdate, read } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Facts } from "../../ui/section.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { useAction } from "../../ui/use-action.ts";
import { texts } from "./texts.ts";

type Delivery = Answer<"/orgs/{orgId}/webhooks/{webhookId}/deliveries/{deliveryId}">;

export const DELIVERY_TONES = { pending: "accent", succeeded: "good", failed: "danger", skipped: "neutral" } as const;

/** How often a delivery that goes on is looked at. */
const POLL_MS = 1000;

interface Props {
	readonly path: { readonly orgId: string; readonly webhookId: string; readonly deliveryId: string };
	readonly isThin: boolean;
	readonly onClose: () => void;
}

/** One delivery: what was sent, and what was answered each time. */
export function DeliveryDialog({ path, isThin, onClose }: Props) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const { busy, problem, run } = useAction();
	const { data, error, refetch } = useQuery({
		...read("/orgs/{orgId}/webhooks/{webhookId}/deliveries/{deliveryId}", { path }),
		refetchInterval: ({ state }) => (state.data?.state === "pending" ? POLL_MS : false),
	});
	async function redeliver(): Promise<void> {
		await unwrap(
			api.POST("/orgs/{orgId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver", { params: { path } }),
		);
		await outdate(
			"/orgs/{orgId}/webhooks/{webhookId}/deliveries",
			"/orgs/{orgId}/webhooks/{webhookId}/deliveries/{deliveryId}",
		);
	}
	return (
		<Dialog title={data?.eventType ?? own.delivery} width="wide" onClose={onClose}>
			{problem && <Notice kind="danger">{problem.message}</Notice>}
			{data === undefined ? (
				error ? (
					<Failure error={error} onRetry={refetch} />
				) : (
					<Loading />
				)
			) : (
				<div className="delivery">
					<Facts
						facts={[
							[
								own.state,
								<Badge key="state" tone={DELIVERY_TONES[data.state]}>
									{own.deliveryStates[data.state]}
								</Badge>,
							],
							[own.eventId, <code key="id">{data.eventId}</code>],
							[own.created, format.dateTime(data.createdAt)],
							...(data.nextAttemptAt ? [[own.nextAttempt, format.dateTime(data.nextAttemptAt)] as const] : []),
						]}
					/>
					<h3>{own.attempts}</h3>
					{data.attempts.length === 0 ? <p>{own.noAttempts}</p> : <Attempts of={data} />}
					{data.sequence !== null && <Request path={path} sequence={data.sequence} isThin={isThin} />}
					<footer className="form-actions">
						<Button icon="back" busy={busy} onClick={() => void run(redeliver)}>
							{own.redeliver}
						</Button>
					</footer>
				</div>
			)}
		</Dialog>
	);
}

/** What was answered, the newest first. */
function Attempts({ of: { attempts } }: { of: Delivery }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	return (
		<ol className="attempts">
			{attempts.toReversed().map(({ at, status, durationMs, error, response }) => (
				<li key={at}>
					<p>
						<Badge tone={error === null ? "good" : "danger"}>{status === null ? own.noAnswer : `HTTP ${status}`}</Badge>{" "}
						<time dateTime={at}>{format.dateTime(at)}</time> · {own.took(format.number(durationMs))}
					</p>
					{error !== null && <p>{error}</p>}
					{response && <pre>{response}</pre>}
				</li>
			))}
		</ol>
	);
}

/** The event that was sent, from the log. */
function Request({ path: { orgId }, sequence, isThin }: Pick<Props, "path" | "isThin"> & { sequence: number }) {
	const own = useOwnTexts(texts);
	const query = { afterSequence: sequence - 1, limit: 1 };
	const event = useQuery({
		...read("/orgs/{orgId}/events", { path: { orgId }, query }),
		staleTime: Number.POSITIVE_INFINITY,
	}).data?.[0];
	return (
		event?.sequence === sequence && (
			<details>
				<summary>{own.request}</summary>
				<div>
					{isThin && <p>{own.requestThin}</p>}
					<pre>{JSON.stringify(event, null, 2)}</pre>
				</div>
			</details>
		)
	);
}
