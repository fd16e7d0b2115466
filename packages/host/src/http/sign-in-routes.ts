// Signing in: to the issuer, and back with what it says of a person. Operators come to the page, viewers to their session.

import type { SignIn, SignInStep } from '../sign-in.ts';
import type { HttpRoute } from './route.ts';
import type { HttpServices } from './services.ts';

export function signInRoutes({ audit, sessions }: HttpServices, signIn: SignIn): readonly HttpRoute[] {
  return [
    {
      method: 'GET',
      path: '/sign-in',
      roles: 'anyone',
      guessable: 'wrong',
      answer: async ({ query }) => {
        const session = query.text('session');
        if (session !== undefined) await sessions.summary(session);
        return redirect(await signIn.begin(session));
      },
    },
    {
      method: 'GET',
      path: '/sign-in/callback',
      roles: 'anyone',
      guessable: 'wrong',
      answer: async ({ request }) => {
        const { search } = new URL(request.url);
        const { person, session, ...step } = await signIn.finish(search, request.headers.get('cookie') ?? '');
        const role = session === undefined ? 'operator' : 'viewer';
        audit?.note({ act: 'sign in', role, ...(session && { session }), details: { person: person.name } });
        return redirect(step);
      },
    },
  ];
}

function redirect({ location, cookie }: SignInStep): Response {
  const headers = { location, 'set-cookie': cookie, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  return new Response(null, { status: 302, headers });
}
