// The tables and what is done in one round trip with them. A step that was released is never changed: nodes of two
// neighbouring versions work on the same tables, so a function that changes gets another number.
//
// Every key begins with the session, so that tables can be partitioned or distributed by it; what belongs to none has ''.
// A lease is worth what its node is worth: without a row in `nodes` it is free. Every write holds a share of its node's
// row until it is committed, and whoever takes a node away wants that row for itself: so no write of a node lands after
// its leases were given to another, however long it was paused.

/** Stands between texts that are one value, here and as SQL writes it. */
export const TEXT_END = '\u001e';
const TEXT_END_SQL = '\\x1e';

/** @param s the schema, quoted */
const step1 = (s: string): string => `
CREATE TABLE ${s}.nodes (
  node text COLLATE "C" PRIMARY KEY, epoch bigint NOT NULL, address text, fold text NOT NULL, seen_at timestamptz NOT NULL
);
CREATE SEQUENCE ${s}.epochs;
CREATE TABLE ${s}.leases (session text COLLATE "C" PRIMARY KEY, node text COLLATE "C" NOT NULL, epoch bigint NOT NULL);
CREATE INDEX leases_by_node ON ${s}.leases (node);
CREATE TABLE ${s}.changes (
  node text COLLATE "C" NOT NULL, n bigint NOT NULL, at timestamptz NOT NULL DEFAULT clock_timestamp(),
  sessions text[] NOT NULL, agents text[] NOT NULL, kinds text[] NOT NULL, PRIMARY KEY (node, n)
);
CREATE TABLE ${s}.sessions (
  session text COLLATE "C" PRIMARY KEY, ordinal bigint GENERATED ALWAYS AS IDENTITY, agent text COLLATE "C" NOT NULL,
  title text, dialect text, trust text NOT NULL, created_at text NOT NULL, closed_at text COLLATE "C",
  base bigint NOT NULL DEFAULT 0, parent text, parent_seq bigint
);
CREATE INDEX sessions_by_age ON ${s}.sessions (ordinal);
CREATE INDEX sessions_by_agent ON ${s}.sessions (agent, ordinal);
CREATE INDEX sessions_by_close ON ${s}.sessions (closed_at) WHERE closed_at IS NOT NULL;
CREATE TABLE ${s}.entries (
  session text COLLATE "C" NOT NULL, seq bigint NOT NULL, feed text COLLATE "C", position bigint, text text NOT NULL,
  PRIMARY KEY (session, seq)
);
CREATE INDEX entries_by_feed ON ${s}.entries (feed, position) WHERE feed IS NOT NULL;
CREATE TABLE ${s}.feeds (agent text COLLATE "C" PRIMARY KEY, head bigint NOT NULL, base bigint NOT NULL DEFAULT 0);
CREATE TABLE ${s}.claims (
  scope text COLLATE "C" NOT NULL, claim text COLLATE "C" NOT NULL, session text COLLATE "C" NOT NULL, seq bigint NOT NULL,
  until text COLLATE "C", PRIMARY KEY (scope, claim)
);
CREATE INDEX claims_over_all ON ${s}.claims (session) WHERE scope = '';
CREATE INDEX claims_by_until ON ${s}.claims (until) WHERE until IS NOT NULL;
CREATE TABLE ${s}.snapshots (
  session text COLLATE "C" NOT NULL, seq bigint NOT NULL, version text COLLATE "C" NOT NULL, text text NOT NULL,
  PRIMARY KEY (session, version, seq)
);
CREATE TABLE ${s}.records (
  session text COLLATE "C" NOT NULL, kind text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL,
  due text COLLATE "C", text text, bytes bytea, PRIMARY KEY (session, kind, key)
);
CREATE INDEX records_by_key ON ${s}.records (kind, key);
CREATE INDEX records_by_due ON ${s}.records (kind, due, key) WHERE due IS NOT NULL;
CREATE TABLE ${s}.cursors (
  agent text COLLATE "C" NOT NULL, consumer text COLLATE "C" NOT NULL, position bigint NOT NULL,
  PRIMARY KEY (agent, consumer)
);

-- A refusal with a code of the log and what its reader needs, as JSON.
CREATE FUNCTION ${s}.refuse_1(code text, detail jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'VT000', MESSAGE = code, DETAIL = detail::text;
END $$;

CREATE FUNCTION ${s}.hold_node_1(me text, my_epoch bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM ${s}.nodes WHERE node = me AND epoch = my_epoch FOR KEY SHARE;
  IF NOT FOUND THEN PERFORM ${s}.refuse_1('VITRINE_LOG_FENCED', '{"node": true}'); END IF;
END $$;

-- Sessions whose lease is another one than what the writer thinks refuse all, and are named.
CREATE FUNCTION ${s}.hold_leases_1(me text, held text[], epochs bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE lost jsonb;
BEGIN
  SELECT jsonb_agg(h.session) INTO lost FROM unnest(held, epochs) AS h(session, epoch)
    LEFT JOIN ${s}.leases l ON l.session = h.session AND l.node = me AND l.epoch = h.epoch
    WHERE l.session IS NULL;
  IF lost IS NOT NULL THEN PERFORM ${s}.refuse_1('VITRINE_LOG_FENCED', jsonb_build_object('sessions', lost)); END IF;
END $$;

CREATE FUNCTION ${s}.head_of_1(of_session text, OUT head bigint, OUT base bigint) LANGUAGE plpgsql AS $$
BEGIN
  SELECT s.base, coalesce((SELECT max(seq) FROM ${s}.entries e WHERE e.session = of_session), s.base)
    INTO base, head FROM ${s}.sessions s WHERE s.session = of_session;
  IF NOT FOUND THEN PERFORM ${s}.refuse_1('VITRINE_LOG_SESSION_UNKNOWN', '{}'); END IF;
END $$;

-- A session that begins as another one up to a seq. A run that goes on behind it is cut.
CREATE FUNCTION ${s}.copy_session_1(source text, up_to bigint, target text, at text, named text, kinds text[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE known record;
BEGIN
  SELECT * INTO known FROM ${s}.head_of_1(source);
  IF up_to < 0 OR up_to > known.head THEN
    PERFORM ${s}.refuse_1('VITRINE_LOG_SEQ', jsonb_build_object('head', known.head, 'seq', up_to));
  END IF;
  IF known.base > 0 AND NOT EXISTS (
    SELECT 1 FROM ${s}.snapshots WHERE session = source AND seq BETWEEN known.base AND up_to
  ) THEN PERFORM ${s}.refuse_1('VITRINE_LOG_COMPACTED', jsonb_build_object('base', known.base)); END IF;
  INSERT INTO ${s}.sessions (session, agent, title, dialect, trust, created_at, base, parent, parent_seq)
    SELECT target, agent, coalesce(named, title), dialect, trust, at, base, source, up_to
    FROM ${s}.sessions WHERE session = source;
  INSERT INTO ${s}.entries (session, seq, text)
    SELECT target, seq, text FROM ${s}.entries WHERE session = source AND seq <= up_to;
  INSERT INTO ${s}.entries (session, seq, text)
    SELECT target, up_to, array_to_string(lines[1:up_to - first + 1], E'\\n') FROM (
      SELECT lines, seq - cardinality(lines) + 1 AS first FROM (
        SELECT seq, string_to_array(text, E'\\n') AS lines FROM ${s}.entries
        WHERE session = source AND seq > up_to ORDER BY seq LIMIT 1) AS next) AS run
    WHERE first <= up_to;
  INSERT INTO ${s}.claims (scope, claim, session, seq, until)
    SELECT target, claim, target, seq, until FROM ${s}.claims WHERE scope = source AND seq <= up_to;
  INSERT INTO ${s}.snapshots SELECT target, seq, version, text FROM ${s}.snapshots WHERE session = source AND seq <= up_to;
  INSERT INTO ${s}.records (session, kind, key, due, text, bytes)
    SELECT target, kind, target, due, text, bytes FROM ${s}.records WHERE kind = ANY(kinds) AND key = source;
END $$;

CREATE FUNCTION ${s}.open_session_1(me text, origin jsonb) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE made bigint;
DECLARE target text := origin->>'session';
BEGIN
  IF EXISTS (SELECT 1 FROM ${s}.sessions WHERE session = target) THEN
    PERFORM ${s}.refuse_1('VITRINE_LOG_SESSION_EXISTS', jsonb_build_object('sessions', jsonb_build_array(target)));
  END IF;
  IF origin ? 'source' THEN
    PERFORM ${s}.copy_session_1(origin->>'source', (origin->>'upTo')::bigint, target, origin->>'createdAt', origin->>'title',
      ARRAY(SELECT jsonb_array_elements_text(origin->'records')));
  ELSE
    INSERT INTO ${s}.sessions (session, agent, title, dialect, trust, created_at) VALUES
      (target, origin->>'agent', origin->>'title', origin->>'dialect', origin->>'trust', origin->>'createdAt');
  END IF;
  INSERT INTO ${s}.leases VALUES (target, me, nextval('${s}.epochs'))
    ON CONFLICT (session) DO UPDATE SET node = excluded.node, epoch = excluded.epoch RETURNING epoch INTO made;
  RETURN made;
END $$;

-- Commits of many sessions, and records: all, or the reason why not. Gives the epochs of the sessions that it made.
CREATE FUNCTION ${s}.append_1(
  me text, my_epoch bigint, n bigint, held text[], epochs bigint[], opened jsonb,
  e_session text[], e_seq bigint[], e_feed text[], e_text text[],
  c_scope text[], c_claim text[], c_session text[], c_seq bigint[], c_from text[], c_until text[],
  r_session text[], r_kind text[], r_key text[], r_due text[], r_text text[], r_bytes bytea[],
  g_kind text[], g_key text[], h_sessions text[], h_agents text[], h_kinds text[]
) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE made bigint[] := '{}';
DECLARE written bigint;
DECLARE missing jsonb;
DECLARE origin jsonb;
BEGIN
  PERFORM ${s}.hold_node_1(me, my_epoch);
  PERFORM ${s}.hold_leases_1(me, held, epochs);
  IF opened IS NOT NULL THEN
    FOR origin IN SELECT jsonb_array_elements(opened) LOOP made := made || ${s}.open_session_1(me, origin); END LOOP;
  END IF;
  IF cardinality(c_claim) > 0 THEN
    DELETE FROM ${s}.claims c USING unnest(c_scope, c_claim, c_from) AS t(scope, claim, since)
      WHERE c.scope = t.scope AND c.claim = t.claim AND c.until <= t.since;
    INSERT INTO ${s}.claims (scope, claim, session, seq, until)
      SELECT * FROM unnest(c_scope, c_claim, c_session, c_seq, c_until) AS t(scope, claim, session, seq, until)
      ORDER BY scope, claim ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS written = ROW_COUNT;
    IF written < cardinality(c_claim) THEN PERFORM ${s}.refuse_1('VITRINE_LOG_CLAIMED', '{}'); END IF;
  END IF;
  IF cardinality(r_key) + cardinality(g_key) > 0 THEN
    PERFORM 1 FROM ${s}.sessions WHERE session = ANY(r_session) ORDER BY session FOR KEY SHARE;
    SELECT jsonb_agg(DISTINCT t.session) INTO missing FROM unnest(r_session) AS t(session)
      WHERE t.session <> '' AND NOT EXISTS (SELECT 1 FROM ${s}.sessions s WHERE s.session = t.session);
    IF missing IS NOT NULL THEN
      PERFORM ${s}.refuse_1('VITRINE_LOG_SESSION_UNKNOWN', jsonb_build_object('sessions', missing));
    END IF;
    DELETE FROM ${s}.records r USING unnest(g_kind, g_key) AS g(kind, key) WHERE r.kind = g.kind AND r.key = g.key;
    -- It may stand under another session by now.
    DELETE FROM ${s}.records r USING unnest(r_session, r_kind, r_key) AS w(session, kind, key)
      WHERE r.kind = w.kind AND r.key = w.key AND r.session <> w.session;
    INSERT INTO ${s}.records (session, kind, key, due, text, bytes)
      SELECT * FROM unnest(r_session, r_kind, r_key, r_due, r_text, r_bytes) AS w(session, kind, key, due, text, bytes)
      ORDER BY session, kind, key
      ON CONFLICT (session, kind, key) DO UPDATE SET due = excluded.due, text = excluded.text, bytes = excluded.bytes;
  END IF;
  IF cardinality(h_agents) = 0 THEN
    INSERT INTO ${s}.entries (session, seq, text) SELECT * FROM unnest(e_session, e_seq, e_text);
  ELSE
    -- The counter of a feed is held until this is committed: a position is there as soon as a later one is.
    WITH fed AS (
      SELECT feed, count(*) AS many FROM unnest(e_feed) AS t(feed) WHERE feed IS NOT NULL GROUP BY feed
    ), moved AS (
      INSERT INTO ${s}.feeds AS f (agent, head) SELECT feed, many FROM fed ORDER BY feed
      ON CONFLICT (agent) DO UPDATE SET head = f.head + excluded.head RETURNING agent, head
    ), rows AS (
      SELECT *, row_number() OVER (PARTITION BY feed ORDER BY place) AS rank
      FROM unnest(e_session, e_seq, e_feed, e_text) WITH ORDINALITY AS t(session, seq, feed, text, place)
    )
    INSERT INTO ${s}.entries (session, seq, feed, position, text)
      SELECT session, seq, rows.feed, moved.head - fed.many + rank, text
      FROM rows LEFT JOIN fed ON fed.feed = rows.feed LEFT JOIN moved ON moved.agent = rows.feed;
  END IF;
  INSERT INTO ${s}.changes (node, n, sessions, agents, kinds) VALUES (me, n, h_sessions, h_agents, h_kinds);
  RETURN made;
END $$;

CREATE FUNCTION ${s}.open_1(me text, my_epoch bigint, origin jsonb) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ${s}.hold_node_1(me, my_epoch);
  RETURN ${s}.open_session_1(me, origin);
END $$;

-- The lease of a session, or who has it. One whose node is gone, or was not seen for so long, is free.
CREATE FUNCTION ${s}.acquire_1(
  me text, my_epoch bigint, wanted text, ttl interval,
  OUT epoch bigint, OUT agent text, OUT head bigint, OUT base bigint, OUT closed boolean, OUT holder text, OUT address text
) LANGUAGE plpgsql AS $$
DECLARE lease record;
BEGIN
  PERFORM ${s}.hold_node_1(me, my_epoch);
  PERFORM 1 FROM ${s}.sessions WHERE session = wanted FOR KEY SHARE;
  IF NOT FOUND THEN PERFORM ${s}.refuse_1('VITRINE_LOG_SESSION_UNKNOWN', '{}'); END IF;
  INSERT INTO ${s}.leases VALUES (wanted, '', 0) ON CONFLICT DO NOTHING;
  SELECT l.node, l.epoch INTO lease FROM ${s}.leases l WHERE l.session = wanted FOR UPDATE;
  IF lease.node = me THEN
    epoch := lease.epoch;
  ELSE
    SELECT x.node, x.address INTO holder, address FROM ${s}.nodes x
      WHERE x.node = lease.node AND x.seen_at > clock_timestamp() - ttl;
    IF holder IS NOT NULL THEN RETURN; END IF;
    -- Waits for what it is writing; from then on it writes nothing.
    DELETE FROM ${s}.nodes x WHERE x.node = lease.node AND x.seen_at <= clock_timestamp() - ttl;
    IF EXISTS (SELECT 1 FROM ${s}.nodes x WHERE x.node = lease.node) THEN
      SELECT x.node, x.address INTO holder, address FROM ${s}.nodes x WHERE x.node = lease.node;
      RETURN;
    END IF;
    epoch := nextval('${s}.epochs');
    UPDATE ${s}.leases l SET node = me, epoch = acquire_1.epoch WHERE l.session = wanted;
  END IF;
  SELECT h.head, h.base INTO head, base FROM ${s}.head_of_1(wanted) h;
  SELECT s.agent, s.closed_at IS NOT NULL INTO agent, closed FROM ${s}.sessions s WHERE s.session = wanted;
END $$;

CREATE FUNCTION ${s}.write_as_1(me text, my_epoch bigint, writer text, under bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ${s}.hold_node_1(me, my_epoch);
  IF NOT EXISTS (SELECT 1 FROM ${s}.sessions WHERE session = writer) THEN
    PERFORM ${s}.refuse_1('VITRINE_LOG_SESSION_UNKNOWN', '{}');
  END IF;
  PERFORM ${s}.hold_leases_1(me, ARRAY[writer], ARRAY[under]);
END $$;

CREATE FUNCTION ${s}.close_1(me text, my_epoch bigint, wanted text, under bigint, at text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ${s}.write_as_1(me, my_epoch, wanted, under);
  UPDATE ${s}.sessions SET closed_at = at WHERE session = wanted AND closed_at IS NULL;
END $$;

-- Whoever reads the feed from before the last of these entries is told that some are missing.
CREATE FUNCTION ${s}.move_feed_base_1(of_session text, up_to bigint) RETURNS void LANGUAGE sql AS $$
  UPDATE ${s}.feeds f SET base = greatest(f.base, t.last) FROM (
    SELECT feed, max(position) AS last FROM ${s}.entries
    WHERE session = of_session AND seq <= up_to AND feed IS NOT NULL GROUP BY feed) AS t
  WHERE f.agent = t.feed
$$;

CREATE FUNCTION ${s}.delete_1(me text, my_epoch bigint, wanted text, under bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ${s}.write_as_1(me, my_epoch, wanted, under);
  DELETE FROM ${s}.sessions WHERE session = wanted;
  PERFORM ${s}.move_feed_base_1(wanted, 9223372036854775807);
  DELETE FROM ${s}.entries WHERE session = wanted;
  DELETE FROM ${s}.claims WHERE scope = wanted;
  DELETE FROM ${s}.claims WHERE scope = '' AND session = wanted;
  DELETE FROM ${s}.records WHERE session = wanted;
  DELETE FROM ${s}.snapshots WHERE session = wanted;
  DELETE FROM ${s}.leases WHERE session = wanted;
END $$;

CREATE FUNCTION ${s}.snapshot_1(
  me text, my_epoch bigint, wanted text, under bigint, at bigint, of_fold text, state text
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE known record;
BEGIN
  PERFORM ${s}.write_as_1(me, my_epoch, wanted, under);
  SELECT * INTO known FROM ${s}.head_of_1(wanted);
  IF at < 0 OR at > known.head THEN
    PERFORM ${s}.refuse_1('VITRINE_LOG_SEQ', jsonb_build_object('head', known.head, 'seq', at));
  END IF;
  IF at < known.base THEN PERFORM ${s}.refuse_1('VITRINE_LOG_COMPACTED', jsonb_build_object('base', known.base)); END IF;
  INSERT INTO ${s}.snapshots VALUES (wanted, at, of_fold, state)
    ON CONFLICT (session, version, seq) DO UPDATE SET text = excluded.text;
  IF known.base = 0 THEN DELETE FROM ${s}.snapshots WHERE session = wanted AND version <> of_fold; END IF;
END $$;

CREATE FUNCTION ${s}.prune_1(me text, my_epoch bigint, wanted text, under bigint, up_to bigint)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE known record;
BEGIN
  PERFORM ${s}.write_as_1(me, my_epoch, wanted, under);
  SELECT * INTO known FROM ${s}.head_of_1(wanted);
  IF up_to < 0 OR up_to > known.head THEN
    PERFORM ${s}.refuse_1('VITRINE_LOG_SEQ', jsonb_build_object('head', known.head, 'seq', up_to));
  END IF;
  IF up_to <= known.base THEN RETURN; END IF;
  IF NOT EXISTS (SELECT 1 FROM ${s}.snapshots WHERE session = wanted AND seq >= up_to) THEN
    PERFORM ${s}.refuse_1('VITRINE_LOG_SNAPSHOT', jsonb_build_object('seq', up_to));
  END IF;
  PERFORM ${s}.move_feed_base_1(wanted, up_to);
  DELETE FROM ${s}.entries WHERE session = wanted AND seq <= up_to;
  UPDATE ${s}.entries SET text = array_to_string(lines[up_to - first + 2:], E'\\n') FROM (
    SELECT lines, seq AS last, seq - cardinality(lines) + 1 AS first FROM (
      SELECT seq, string_to_array(text, E'\\n') AS lines FROM ${s}.entries
      WHERE session = wanted ORDER BY seq LIMIT 1) AS next) AS run
    WHERE session = wanted AND seq = run.last AND first <= up_to;
  UPDATE ${s}.sessions SET base = up_to WHERE session = wanted;
  DELETE FROM ${s}.snapshots WHERE session = wanted AND seq < up_to;
END $$;

CREATE FUNCTION ${s}.save_cursor_1(me text, my_epoch bigint, of_agent text, of_consumer text, at bigint)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE stands bigint;
BEGIN
  PERFORM ${s}.hold_node_1(me, my_epoch);
  INSERT INTO ${s}.cursors AS c VALUES (of_agent, of_consumer, at)
    ON CONFLICT (agent, consumer) DO UPDATE SET position = greatest(c.position, excluded.position)
    RETURNING position INTO stands;
  RETURN stands;
END $$;

-- A node that runs another fold than those that are there, or has other keys, is none of them.
CREATE FUNCTION ${s}.join_1(me text, at text, of_fold text, of_keys text, ttl interval) RETURNS void LANGUAGE plpgsql AS $$
DECLARE other text;
BEGIN
  PERFORM 1 FROM ${s}.meta WHERE name = 'layout' FOR UPDATE;
  DELETE FROM ${s}.nodes WHERE node IN (
    SELECT node FROM ${s}.nodes WHERE seen_at <= clock_timestamp() - ttl FOR UPDATE SKIP LOCKED);
  SELECT fold INTO other FROM ${s}.nodes WHERE fold <> of_fold LIMIT 1;
  IF other IS NOT NULL THEN
    PERFORM ${s}.refuse_1('VITRINE_LOG_VERSION', jsonb_build_object('fold', other));
  END IF;
  IF of_keys IS NOT NULL THEN
    INSERT INTO ${s}.meta VALUES ('keys', of_keys) ON CONFLICT DO NOTHING;
    IF (SELECT value FROM ${s}.meta WHERE name = 'keys') <> of_keys THEN
      PERFORM ${s}.refuse_1('VITRINE_LOG_LOCKED', '{"keys": true}');
    END IF;
  END IF;
  INSERT INTO ${s}.nodes VALUES (me, 1, at, of_fold, clock_timestamp());
END $$;

-- Still here. Tells the time and the others, and takes away those that were not seen for so long.
CREATE FUNCTION ${s}.beat_1(me text, my_epoch bigint, ttl interval, OUT now_ms double precision, OUT others jsonb)
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ${s}.nodes SET seen_at = clock_timestamp() WHERE node = me AND epoch = my_epoch;
  IF NOT FOUND THEN PERFORM ${s}.refuse_1('VITRINE_LOG_FENCED', '{"node": true}'); END IF;
  DELETE FROM ${s}.nodes WHERE node IN (
    SELECT node FROM ${s}.nodes WHERE seen_at <= clock_timestamp() - ttl AND node <> me FOR UPDATE SKIP LOCKED);
  DELETE FROM ${s}.changes c WHERE c.at < clock_timestamp() - interval '60 seconds';
  now_ms := extract(epoch FROM clock_timestamp()) * 1000;
  SELECT coalesce(jsonb_object_agg(x.node, coalesce((SELECT max(n) FROM ${s}.changes c WHERE c.node = x.node), 0)), '{}')
    INTO others FROM ${s}.nodes x WHERE x.node <> me;
END $$;

-- After a connection broke in the middle of a write: was it stored? What is still under way from there is refused.
CREATE FUNCTION ${s}.reclaim_1(me text, my_epoch bigint, last bigint, OUT epoch bigint, OUT stored boolean)
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM ${s}.nodes x WHERE x.node = me AND x.epoch = my_epoch FOR UPDATE;
  IF FOUND THEN UPDATE ${s}.nodes x SET epoch = my_epoch + 1 WHERE x.node = me RETURNING x.epoch INTO epoch; END IF;
  stored := EXISTS (SELECT 1 FROM ${s}.changes WHERE node = me AND n = last);
END $$;

CREATE FUNCTION ${s}.leave_1(me text) RETURNS void LANGUAGE sql AS $$
  DELETE FROM ${s}.leases WHERE node = me;
  DELETE FROM ${s}.nodes WHERE node = me;
$$;
`;

/**
 * What most writes are: entries of sessions that the node holds, and nothing else. Their texts are one value, since JSON has
 * no such character of its own: as a list each quotation mark in them would be escaped, sent twice as long and read again.
 */
const step2 = (s: string): string => `
CREATE FUNCTION ${s}.append_entries_1(
  me text, my_epoch bigint, n bigint, held text[], epochs bigint[],
  e_session text[], e_seq bigint[], e_feed text[], e_texts text, h_agents text[]
) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE lost jsonb;
BEGIN
  PERFORM ${s}.hold_node_1(me, my_epoch);
  -- One by one, whatever the planner thinks of the tables: it may have looked when they were empty.
  SELECT jsonb_agg(h.session) INTO lost FROM unnest(held, epochs) AS h(session, epoch)
    WHERE (SELECT l.epoch FROM ${s}.leases l WHERE l.session = h.session AND l.node = me) IS DISTINCT FROM h.epoch;
  IF lost IS NOT NULL THEN PERFORM ${s}.refuse_1('VITRINE_LOG_FENCED', jsonb_build_object('sessions', lost)); END IF;
  IF e_feed IS NULL THEN
    INSERT INTO ${s}.entries (session, seq, text)
      SELECT * FROM unnest(e_session, e_seq, string_to_array(e_texts, E'${TEXT_END_SQL}'));
  ELSE
    -- The counter of a feed is held until this is committed: a position is there as soon as a later one is.
    WITH fed AS (
      SELECT feed, count(*) AS many FROM unnest(e_feed) AS t(feed) WHERE feed IS NOT NULL GROUP BY feed
    ), moved AS (
      INSERT INTO ${s}.feeds AS f (agent, head) SELECT feed, many FROM fed ORDER BY feed
      ON CONFLICT (agent) DO UPDATE SET head = f.head + excluded.head RETURNING agent, head
    ), rows AS (
      SELECT *, row_number() OVER (PARTITION BY feed ORDER BY place) AS rank
      FROM unnest(e_session, e_seq, e_feed, string_to_array(e_texts, E'${TEXT_END_SQL}'))
        WITH ORDINALITY AS t(session, seq, feed, text, place)
    )
    INSERT INTO ${s}.entries (session, seq, feed, position, text)
      SELECT session, seq, rows.feed, moved.head - fed.many + rank, text
      FROM rows LEFT JOIN fed ON fed.feed = rows.feed LEFT JOIN moved ON moved.agent = rows.feed;
  END IF;
  INSERT INTO ${s}.changes (node, n, sessions, agents, kinds) VALUES (me, n, held, h_agents, '{}');
  RETURN '{}';
END $$;
`;

/**
 * A node takes its own old changes away but the last, by the numbers that it remembers: to look through those of all nodes with every beat
 * costs more with each of them. Those of nodes that are gone are taken away now and then, when nobody asks for them any more.
 */
const step3 = (s: string): string => `
CREATE FUNCTION ${s}.beat_2(
  me text, my_epoch bigint, ttl interval, old_n bigint, OUT now_ms double precision, OUT others jsonb
) LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ${s}.nodes SET seen_at = clock_timestamp() WHERE node = me AND epoch = my_epoch;
  IF NOT FOUND THEN PERFORM ${s}.refuse_1('VITRINE_LOG_FENCED', '{"node": true}'); END IF;
  DELETE FROM ${s}.nodes WHERE node IN (
    SELECT node FROM ${s}.nodes WHERE seen_at <= clock_timestamp() - ttl AND node <> me FOR UPDATE SKIP LOCKED);
  DELETE FROM ${s}.changes c WHERE c.node = me AND c.n < old_n;
  IF random() < 0.01 THEN
    DELETE FROM ${s}.changes c WHERE c.at < clock_timestamp() - interval '60 seconds'
      AND NOT EXISTS (SELECT 1 FROM ${s}.nodes x WHERE x.node = c.node);
  END IF;
  now_ms := extract(epoch FROM clock_timestamp()) * 1000;
  SELECT coalesce(jsonb_object_agg(x.node, coalesce((SELECT max(n) FROM ${s}.changes c WHERE c.node = x.node), 0)), '{}')
    INTO others FROM ${s}.nodes x WHERE x.node <> me;
END $$;
`;

/** Step n leads from layout n to n + 1. */
const STEPS = [step1, step2, step3];

export const LAYOUT = STEPS.length;
/** The oldest layout whose Vitrine works with this one. */
const OLDEST = 1;

/** In one transaction, which one node makes while others wait; what is there already is left alone. */
export function migration(s: string, schema: string): string {
  const steps = STEPS.map((step, index) => `IF layout <= ${index} THEN EXECUTE $step$${step(s)}$step$; END IF;`);
  return `
DO $migration$
DECLARE layout int;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('vitrine ' || ${literal(schema)}));
  CREATE SCHEMA IF NOT EXISTS ${s};
  CREATE TABLE IF NOT EXISTS ${s}.meta (name text COLLATE "C" PRIMARY KEY, value text NOT NULL);
  SELECT value::int INTO layout FROM ${s}.meta WHERE name = 'layout';
  layout := coalesce(layout, 0);
  IF layout >= ${LAYOUT} THEN RETURN; END IF;
  ${steps.join('\n  ')}
  INSERT INTO ${s}.meta VALUES ('layout', '${LAYOUT}'), ('oldest', '${OLDEST}')
    ON CONFLICT (name) DO UPDATE SET value = excluded.value;
END $migration$`;
}

/** A name as SQL writes it. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
