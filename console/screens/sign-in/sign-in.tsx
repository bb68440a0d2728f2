import { getRouteApi, useRouter } from "@tanstack/react-router";
import { arrivalOf } from "../../api/place.ts";
import { NamedMark } from "../../app/mark.tsx";
import { useTexts } from "../../app/texts.tsx";
import { SignInSteps } from "./sign-in-steps.tsx";

const route = getRouteApi("/sign-in");

/** The way into the console. */
export function SignIn() {
	const { t } = useTexts();
	const { next, error } = route.useSearch();
	const router = useRouter();
	return (
		<main className="alone">
			<div className="sign-in">
				<NamedMark />
				<SignInSteps
					title={t.signIn.title}
					lead={t.signIn.lead}
					submit={t.signIn.submit}
					error={error}
					next={next}
					onArrived={() => router.history.push(arrivalOf(next))}
				/>
			</div>
		</main>
	);
}
