#!/bin/sh
# Back up a database of PostgreSQL or a data file while people play, and check the backup. Only then does it get its name.
# A backup with a fault ends in .faulty and takes the place of none: earlier ones stay until there is one without faults.
#
#   backup.sh FOLDER [DAYS]      the database by PGHOST, PGUSER, PGDATABASE and PGPASSFILE; its user may create databases.
#                                Without PGDATABASE, the data file that SALEROOM_DATA names
#
# A dump is restored to a database of its own first. All tables are compared with the checksums of the backup before,
# which are in FOLDER. New and changed tables are replayed, and one in 30 of the others, so that daily backups replay every
# table once a month. After you have put an older backup back, delete FOLDER/checksums.sqlite3: then all are replayed.
#
# Last, the files of all earlier backups are compared with their SHA-256 digests. If METRICS names a file and nothing was
# wrong, the time of the backup is written there for the textfile collector of Prometheus's node exporter; its name ends
# in .prom.
#
# Backups older than DAYS (30) are removed once the new one is there. A backup holds cards: the folder is for its owner alone.
set -eu

folder=${1:?name a folder}
days=${2:-30}
umask 077
mkdir -p "$folder"

name=$(date -u +saleroom-%Y-%m-%dT%H%M%SZ)
unfinished="$folder/.$name.unfinished"
scratch="saleroom_check_$$"
check() {
    "${SALEROOM:-saleroom}" admin check --checksums "$folder/checksums.sqlite3" --data "$1" && return
    mv "$unfinished" "$folder/$file.faulty"
    find "$folder" -name 'saleroom-*.faulty' -mtime "+$days" -delete
    echo "kept, with its fault: $folder/$file.faulty" >&2
    exit 1
}

if [ -n "${PGDATABASE:-}" ]; then
    file=$name.dump
    trap 'rm -f "$unfinished"; dropdb --if-exists "$scratch"' EXIT
    pg_dump --format=custom --no-owner --no-privileges --file="$unfinished"
    createdb --template=template0 --encoding=UTF8 "$scratch"
    pg_restore --exit-on-error --no-owner --dbname="$scratch" "$unfinished"
    check "postgresql:///$scratch"
else
    file=$name.sqlite3
    trap 'rm -f "$unfinished"' EXIT
    "${SALEROOM:-saleroom}" backup --data "${SALEROOM_DATA:?name PGDATABASE or SALEROOM_DATA}" "$unfinished"
    check "$unfinished"
fi

mv "$unfinished" "$folder/$file"
(cd "$folder" && sha256sum "$file") > "$unfinished"
touch -r "$folder/$file" "$unfinished"  # both get old together
mv "$unfinished" "$folder/$file.sha256"
find "$folder" \( -name 'saleroom-*.dump*' -o -name 'saleroom-*.sqlite3*' \) -mtime "+$days" -delete
(cd "$folder" && sha256sum --check --quiet saleroom-*.sha256) >&2
if [ -n "${METRICS:-}" ]; then
    echo "saleroom_backup_timestamp_seconds $(date +%s)" > "$METRICS.unfinished"
    chmod 644 "$METRICS.unfinished"
    mv "$METRICS.unfinished" "$METRICS"
fi
echo "$folder/$file"
