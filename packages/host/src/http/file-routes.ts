// Files that people send as answers. They come back as attachments that no browser shows or runs, whatever they claim
// to be, and only to the agent and to whoever sent them.

import { dataAnswer, jsonAnswer } from '@vitrine/face-kit';
import { fileType } from '../guards/content-type.ts';
import { HostError } from '../host-error.ts';
import { type Exchange, type HttpRoute, route } from './route.ts';
import { type HttpServices, reachSession } from './services.ts';

export function fileRoutes(services: HttpServices): readonly HttpRoute[] {
  return [
    route({
      method: 'POST',
      path: '/sessions/:session/files',
      roles: ['viewer'],
      parameters: ['name'],
      answer: (exchange) => receive(services, exchange),
    }),
    route({
      method: 'GET',
      path: '/sessions/:session/files/:item',
      roles: ['agent', 'viewer'],
      answer: (exchange) => send(services, exchange),
    }),
  ];
}

async function receive(services: HttpServices, exchange: Exchange<'viewer'>): Promise<Response> {
  const { request, body, query, caller } = exchange;
  const session = await reachSession(services, exchange);
  if (session.row.closedAt !== undefined) throw new HostError('VITRINE_LOG_SESSION_CLOSED');
  const bytes = await body.bytes(services.limits.fileBytes);
  const { ref, name, type, size } = await services.fileQuota.store(session, {
    name: query.text('name') ?? '',
    type: fileType(request.headers.get('content-type')),
    bytes,
    viewer: caller.viewer,
  });
  return jsonAnswer(201, { ref, name, type, size });
}

async function send(services: HttpServices, exchange: Exchange<'agent' | 'viewer'>): Promise<Response> {
  const { caller, item } = exchange;
  const session = await reachSession(services, exchange);
  const file = await session.file(item);
  if (file === undefined || (caller.role === 'viewer' && caller.viewer !== file.viewer))
    throw new HostError('VITRINE_FILE_UNKNOWN');
  return dataAnswer(200, file.bytes as Uint8Array<ArrayBuffer>, {
    'content-type': file.type,
    'content-length': String(file.bytes.length),
    'content-disposition': disposition(file.name),
  });
}

/** RFC 6266: ASCII for old clients, the name as it is for the others. */
export function disposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
