import type { Translations } from "./translations.ts";

/** Texts of meetings, and who takes part. */
export const meetingsTexts = {
	"A calendar feed belongs to a user: sign in to an organization.": {
		es: "Un calendario pertenece a un usuario: inicie sesión en una organización.",
		de: "Ein Kalender-Feed gehört einem Benutzer: Melden Sie sich bei einer Organisation an.",
	},
	"The meeting is held: none of its hosts is in the room. It continues when one is back.": {
		es: "La reunión está en pausa: ninguno de sus anfitriones está en la sala. Continuará cuando vuelva uno.",
		de: "Die Besprechung ist angehalten: Keiner ihrer Gastgeber ist im Raum. Sie geht weiter, sobald einer zurück ist.",
	},
	"Pictures go only to and from participants who run the meeting (camerasVisibleTo).": {
		es: "Las imágenes van solo hacia y desde quienes dirigen la reunión (camerasVisibleTo).",
		de: "Bilder gehen nur von und zu denen, die die Besprechung leiten (camerasVisibleTo).",
	},
	"The chat of this meeting is off (chatAllowed).": {
		es: "El chat de esta reunión está desactivado (chatAllowed).",
		de: "Der Chat dieser Besprechung ist aus (chatAllowed).",
	},
	"Only participants who run the meeting may write in its chat (chatAllowed).": {
		es: "Solo quienes dirigen la reunión pueden escribir en su chat (chatAllowed).",
		de: "Nur wer die Besprechung leitet, darf in ihren Chat schreiben (chatAllowed).",
	},
	"A meeting can have at most {most} action items.": {
		es: "Una reunión puede tener como máximo {most} tareas.",
		de: "Eine Besprechung kann höchstens {most} Aufgaben haben.",
	},
	"A meeting can have at most {most} participants.": {
		es: "Una reunión puede tener como máximo {most} participantes.",
		de: "Eine Besprechung kann höchstens {most} Teilnehmer haben.",
	},
	"A participant does not consent to this.": {
		es: "Un participante no consiente en ello.",
		de: "Ein Teilnehmer stimmt dem nicht zu.",
	},
	"This meeting is not to be recorded: change its recording mode first.": {
		es: "Esta reunión no debe grabarse: cambie antes su modo de grabación.",
		de: "Diese Besprechung soll nicht aufgezeichnet werden: Ändern Sie zuerst ihren Aufzeichnungsmodus.",
	},
	"The meeting has not been recorded.": {
		es: "La reunión no se ha grabado.",
		de: "Die Besprechung wurde nicht aufgezeichnet.",
	},
	"Another meeting has this externalId.": {
		es: "Otra reunión tiene este externalId.",
		de: "Eine andere Besprechung hat diese externalId.",
	},
	"Every participant must consent to this first.": {
		es: "Antes debe consentirlo cada participante.",
		de: "Dem muss zuerst jeder Teilnehmer zustimmen.",
	},
	"is for members of the organization only": {
		es: "es solo para miembros de la organización",
		de: "ist nur für Mitglieder der Organisation",
	},
	"is for outside guests only": { es: "es solo para invitados externos", de: "ist nur für externe Gäste" },
	"is required: it is shown to others": {
		es: "es obligatorio: se muestra a los demás",
		de: "ist erforderlich: Es wird anderen gezeigt",
	},
	"Messages can be sent only while the meeting is live.": {
		es: "Solo se pueden enviar mensajes mientras la reunión está en directo.",
		de: "Nachrichten können nur gesendet werden, solange die Besprechung läuft.",
	},
	"must be a participant of the meeting": {
		es: "debe ser un participante de la reunión",
		de: "muss ein Teilnehmer der Besprechung sein",
	},
	"must be a valid date such as 2030-01-31": {
		es: "debe ser una fecha válida, como 2030-01-31",
		de: "muss ein gültiges Datum sein, etwa 2030-01-31",
	},
	"must be empty: the meeting has no transcript": {
		es: "debe estar vacío: la reunión no tiene transcripción",
		de: "muss leer sein: Die Besprechung hat kein Transkript",
	},
	"must be the id of a member of the organization": {
		es: "debe ser el id de un miembro de la organización",
		de: "muss die Kennung eines Mitglieds der Organisation sein",
	},
	"must be true": { es: "debe ser true", de: "muss true sein" },
	"must not be a participant already": { es: "no debe ser ya participante", de: "darf noch kein Teilnehmer sein" },
	"must not be the externalId of another meeting": {
		es: "no debe ser el externalId de otra reunión",
		de: "darf nicht die externalId einer anderen Besprechung sein",
	},
	"must not be weaker than that of the organization, {required}": {
		es: "no debe ser menos estricto que el de la organización, {required}",
		de: "darf nicht schwächer sein als das der Organisation, {required}",
	},
	"must not have control characters": {
		es: "no debe tener caracteres de control",
		de: "darf keine Steuerzeichen haben",
	},
	"No meeting can be joined with this code: ask the person who invited you for the current one.": {
		es: "No es posible unirse a ninguna reunión con este código: pida el actual a la persona que le invitó.",
		de: "Mit diesem Code kann man keiner Besprechung beitreten: Bitten Sie die Person, die Sie eingeladen hat, um den aktuellen.",
	},
	"This is what a user sees: sign in to an organization.": {
		es: "Esto es lo que ve un usuario: inicie sesión en una organización.",
		de: "Das ist, was ein Benutzer sieht: Melden Sie sich bei einer Organisation an.",
	},
	"Only hosts and managers of the workspace, and administrators, can hold meetings in it.": {
		es: "Solo los anfitriones y gestores del espacio de trabajo, y los administradores, pueden celebrar reuniones en él.",
		de: "Nur Gastgeber und Manager des Arbeitsbereichs sowie Administratoren können darin Besprechungen abhalten.",
	},
	"Only participants in the room can send messages: join the meeting first.": {
		es: "Solo los participantes presentes pueden enviar mensajes: únase antes a la reunión.",
		de: "Nur anwesende Teilnehmer können Nachrichten senden: Treten Sie zuerst der Besprechung bei.",
	},
	"Only participants of the meeting and members of its workspace may do this.": {
		es: "Solo pueden hacer esto los participantes de la reunión y los miembros de su espacio de trabajo.",
		de: "Das dürfen nur Teilnehmer der Besprechung und Mitglieder ihres Arbeitsbereichs.",
	},
	"Only people can take part in a meeting: API keys send chat messages and captions without joining.": {
		es: "Solo las personas pueden participar en una reunión: las claves de API envían mensajes de chat y subtítulos sin unirse.",
		de: "Nur Personen können an einer Besprechung teilnehmen: API-Schlüssel senden Chatnachrichten und Untertitel, ohne beizutreten.",
	},
	"Only the host of the meeting, and the hosts and managers of its workspace, may do this.": {
		es: "Solo pueden hacer esto el anfitrión de la reunión y los anfitriones y gestores de su espacio de trabajo.",
		de: "Das dürfen nur der Gastgeber der Besprechung und die Gastgeber und Manager ihres Arbeitsbereichs.",
	},
	"Participants decide for themselves, signed in: you cannot consent for someone else.": {
		es: "Los participantes deciden por sí mismos, con su sesión iniciada: usted no puede consentir por otra persona.",
		de: "Teilnehmer entscheiden selbst und angemeldet: Sie können nicht für andere zustimmen.",
	},
	"Records of an exam are available only to its hosts and to staff.": {
		es: "Lo que se grabó de un examen solo se muestra a quienes lo dirigen y al personal.",
		de: "Was von einer Prüfung aufgezeichnet wurde, wird nur der Prüfungsleitung und dem Personal gezeigt.",
	},
	"The host of a meeting keeps their role: name another host beside them.": {
		es: "El anfitrión de una reunión conserva su función: nombre a otro además.",
		de: "Der Gastgeber einer Besprechung behält diese Rolle: Benennen Sie einen weiteren neben ihm.",
	},
	"Guests cannot be hosts: only members of the organization can, except members with the role guest.": {
		es: "Los invitados no pueden ser anfitriones: solo pueden serlo los miembros de la organización cuyo rol no sea el de invitado.",
		de: "Gäste können keine Gastgeber sein: Das können nur Mitglieder der Organisation, deren Rolle dort nicht „Gast“ ist.",
	},
	"The host of a meeting cannot be removed from it.": {
		es: "El anfitrión de una reunión no puede ser retirado de ella.",
		de: "Der Gastgeber einer Besprechung kann nicht aus ihr entfernt werden.",
	},
	"The meeting has no such action item.": {
		es: "La reunión no tiene esa tarea.",
		de: "Die Besprechung hat keine solche Aufgabe.",
	},
	"The meeting has no such message.": {
		es: "La reunión no tiene ese mensaje.",
		de: "Die Besprechung hat keine solche Nachricht.",
	},
	"The meeting has no such participant.": {
		es: "La reunión no tiene ese participante.",
		de: "Die Besprechung hat keinen solchen Teilnehmer.",
	},
	"The meeting is live: end it first.": {
		es: "La reunión está en directo: finalícela antes.",
		de: "Die Besprechung läuft: Beenden Sie sie zuerst.",
	},
	"The meeting is not live.": { es: "La reunión no está en directo.", de: "Die Besprechung läuft nicht." },
	"The meeting is over: guests no longer have access.": {
		es: "La reunión ha terminado: los invitados ya no tienen acceso.",
		de: "Die Besprechung ist vorbei: Gäste haben keinen Zugang mehr.",
	},
	"The meeting is {state} and cannot be cancelled.": {
		es: "La reunión tiene el estado {state} y no puede cancelarse.",
		de: "Die Besprechung hat den Status {state} und kann nicht abgesagt werden.",
	},
	"The meeting is {state} and cannot be changed.": {
		es: "La reunión tiene el estado {state} y no puede cambiarse.",
		de: "Die Besprechung hat den Status {state} und kann nicht geändert werden.",
	},
	"The meeting is {state} and cannot be ended.": {
		es: "La reunión tiene el estado {state} y no puede finalizarse.",
		de: "Die Besprechung hat den Status {state} und kann nicht beendet werden.",
	},
	"The meeting is {state} and cannot be scheduled.": {
		es: "La reunión tiene el estado {state} y no puede programarse.",
		de: "Die Besprechung hat den Status {state} und kann nicht geplant werden.",
	},
	"The meeting is {state} and cannot be started.": {
		es: "La reunión tiene el estado {state} y no puede iniciarse.",
		de: "Die Besprechung hat den Status {state} und kann nicht gestartet werden.",
	},
	"The organization does not allow this meeting to be recorded or transcribed.": {
		es: "La organización no permite grabar ni transcribir esta reunión.",
		de: "Die Organisation erlaubt es nicht, diese Besprechung aufzuzeichnen oder zu transkribieren.",
	},
	"The organization does not show recordings and transcripts to guests.": {
		es: "La organización no muestra grabaciones ni transcripciones a los invitados.",
		de: "Die Organisation zeigt Gästen keine Aufzeichnungen und Transkripte.",
	},
	"The owner of an action item may change its status only; everything else requires the right to run the meeting.": {
		es: "El responsable de una tarea solo puede cambiar su estado; todo lo demás requiere el derecho a dirigir la reunión.",
		de: "Der Verantwortliche einer Aufgabe darf nur ihren Status ändern; alles andere erfordert das Recht, die Besprechung zu leiten.",
	},
	"The token belongs to no organization: sign in to one.": {
		es: "El token no pertenece a ninguna organización: inicie sesión en una.",
		de: "Das Token gehört zu keiner Organisation: Melden Sie sich bei einer an.",
	},
	"There is no such calendar feed.": { es: "No existe ese calendario.", de: "Diesen Kalender-Feed gibt es nicht." },
	"There is no such meeting.": { es: "No existe esa reunión.", de: "Diese Besprechung gibt es nicht." },
	"They are already a participant of the meeting.": {
		es: "Ya es participante de la reunión.",
		de: "Die Person nimmt bereits an der Besprechung teil.",
	},
	"This is not possible for a participant in the state {state}.": {
		es: "Esto no es posible para un participante en el estado {state}.",
		de: "Das ist für einen Teilnehmer mit dem Status {state} nicht möglich.",
	},
	"This meeting cannot be joined by link: set its access to link first.": {
		es: "No es posible unirse a esta reunión con un enlace: establezca antes su access en link.",
		de: "Dieser Besprechung kann man nicht per Link beitreten: Setzen Sie zuerst ihr access auf link.",
	},
	"This requires the scope meeting:write, or the host of the meeting.": {
		es: "Esto requiere el permiso meeting:write o ser el anfitrión de la reunión.",
		de: "Das erfordert die Berechtigung meeting:write oder den Gastgeber der Besprechung.",
	},
	"This unsubscribe address is not valid.": {
		es: "Esta dirección para cancelar la suscripción no es válida.",
		de: "Diese Adresse zum Abbestellen ist nicht gültig.",
	},
	"Too many people who join this meeting": {
		es: "Demasiadas personas se unen a esta reunión",
		de: "Zu viele Personen treten dieser Besprechung bei",
	},
	"You were removed from this meeting.": {
		es: "Se le retiró de esta reunión.",
		de: "Sie wurden aus dieser Besprechung entfernt.",
	},
	"The series has no join code for all its meetings: set its access to link and its joinCode to shared first.": {
		es: "La serie no tiene un código de acceso para todas sus reuniones: establezca antes su access en link y su joinCode en shared.",
		de: "Die Serie hat keinen Beitrittscode für alle ihre Besprechungen: Setzen Sie zuerst access auf link und joinCode auf shared.",
	},
	"There is no such series.": { es: "No existe esa serie.", de: "Diese Serie gibt es nicht." },
	"must be an occurrence of the series that is not over": {
		es: "debe ser una repetición de la serie que no haya terminado",
		de: "muss ein Termin der Serie sein, der nicht vorbei ist",
	},
	"must be an occurrence of the series that has not begun": {
		es: "debe ser una repetición de la serie que no haya comenzado",
		de: "muss ein Termin der Serie sein, der nicht begonnen hat",
	},
	"must be a local date and time without an offset, such as 2030-01-07T09:30:00": {
		es: "debe ser una fecha y hora local sin desfase, como 2030-01-07T09:30:00",
		de: "muss ein örtliches Datum mit Uhrzeit ohne Zeitverschiebung sein, etwa 2030-01-07T09:30:00",
	},
	"must be after startsAt, and within {most} years of it": {
		es: "debe ser posterior a startsAt y estar dentro de los {most} años siguientes",
		de: "muss nach startsAt liegen, und höchstens {most} Jahre danach",
	},
	"must have an occurrence that is not left out": {
		es: "debe tener una repetición que no se omita",
		de: "muss einen Termin haben, der nicht ausgelassen wird",
	},
	"must be later: the period has more than {most} meetings": {
		es: "debe ser posterior: el período tiene más de {most} reuniones",
		de: "muss später sein: Der Zeitraum hat mehr als {most} Besprechungen",
	},
	"must be later: the attendance has more than {most} rows; CSV has all of them": {
		es: "debe ser posterior: la asistencia tiene más de {most} filas; el CSV las contiene todas",
		de: "muss später sein: Die Anwesenheit hat mehr als {most} Zeilen; die CSV-Datei enthält alle",
	},
	"must have at most {most} occurrences": {
		es: "debe tener como máximo {most} repeticiones",
		de: "darf höchstens {most} Termine haben",
	},
	"must end within {most} years of startsAt": {
		es: "debe terminar dentro de los {most} años siguientes a startsAt",
		de: "muss höchstens {most} Jahre nach startsAt enden",
	},
	"The meeting was uploaded: attendance is measured only in meetings that are held in a room.": {
		es: "La reunión se subió: la asistencia solo se mide en reuniones que se celebran en una sala.",
		de: "Die Besprechung wurde hochgeladen: Anwesenheit wird nur in Besprechungen gemessen, die in einem Raum stattfinden.",
	},
	"The meeting is held elsewhere, where attendance cannot be measured: use the list of the service that holds it.": {
		es: "La reunión se celebra en otro lugar, donde no se puede medir la asistencia: use la lista del servicio que la celebra.",
		de: "Die Besprechung findet anderswo statt, wo Anwesenheit nicht gemessen werden kann: Nutzen Sie die Liste des Dienstes, der sie abhält.",
	},
	"The meeting has not begun: there is no attendance yet.": {
		es: "La reunión no ha empezado: aún no hay asistencia.",
		de: "Die Besprechung hat nicht begonnen: Es gibt noch keine Anwesenheit.",
	},
	"The meeting was cancelled: there is no attendance.": {
		es: "La reunión se canceló: no hay asistencia.",
		de: "Die Besprechung wurde abgesagt: Es gibt keine Anwesenheit.",
	},
	"Attendance can be corrected once the meeting has ended and its attendance is ready.": {
		es: "La asistencia se puede corregir cuando la reunión haya terminado y su asistencia esté lista.",
		de: "Anwesenheit kann korrigiert werden, sobald die Besprechung beendet ist und ihre Anwesenheit vorliegt.",
	},
	"The meeting has no attendance of such a participant.": {
		es: "La reunión no tiene asistencia de tal participante.",
		de: "Die Besprechung hat keine Anwesenheit eines solchen Teilnehmers.",
	},
} satisfies Translations;
