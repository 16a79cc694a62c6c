#!/bin/sh
# Back up a database of PostgreSQL while people play, and see that the backup is whole: it is restored to a database of
# its own, where every match is replayed and verified. Only then does it get its name.
#
#   backup.sh FOLDER [DAYS]      the database by PGHOST, PGUSER, PGDATABASE and PGPASSFILE; its user may create databases
#
# If METRICS names a file, the time of the backup is written there for the textfile collector of Prometheus's node
# exporter; its name ends in .prom.
#
# Backups older than DAYS (30) are removed once the new one is there. A backup holds cards: the folder is for its owner alone.
set -eu

folder=${1:?name a folder}
days=${2:-30}
: "${PGDATABASE:?name the database}"
umask 077
mkdir -p "$folder"

name=$(date -u +saleroom-%Y-%m-%dT%H%M%SZ)
unfinished="$folder/.$name.unfinished"
scratch="saleroom_check_$$"
trap 'rm -f "$unfinished"; dropdb --if-exists "$scratch"' EXIT

pg_dump --format=custom --no-owner --no-privileges --file="$unfinished"
createdb --template=template0 --encoding=UTF8 "$scratch"
pg_restore --exit-on-error --no-owner --dbname="$scratch" "$unfinished"
"${SALEROOM:-saleroom}" admin check --data "postgresql:///$scratch"

mv "$unfinished" "$folder/$name.dump"
find "$folder" -name 'saleroom-*.dump' -mtime "+$days" -delete
if [ -n "${METRICS:-}" ]; then
    echo "saleroom_backup_timestamp_seconds $(date +%s)" > "$METRICS.unfinished"
    chmod 644 "$METRICS.unfinished"
    mv "$METRICS.unfinished" "$METRICS"
fi
echo "$folder/$name.dump"
