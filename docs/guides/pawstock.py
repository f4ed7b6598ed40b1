"""Calls Pawstock with nothing but Python's standard library."""

import http.client, json, os, time, urllib.error, urllib.request

url = os.environ.get('PAWSTOCK_URL', 'http://127.0.0.1:8080/v1')
key = os.environ['PAWSTOCK_API_KEY']

class PawstockError(Exception):
    """The service's error, or one of `unreachable` and `unexpected_response`."""
    def __init__(self, code, message, status=0, headers={}):
        super().__init__(message)
        self.code = code
        # Such as `Row`, `Pet-Id` and `Available`, which say what is at fault, and `Retry-After`.
        self.headers = headers
        # The same request may succeed later. What does not come from Pawstock, such as the login page of a network,
        # says nothing about the request.
        foreign = code in ('unreachable', 'unexpected_response')
        self.temporary = foreign or status in (408, 429) or status >= 500

def error_from(response):
    """The error in a response. Another body than Pawstock's is an unexpected response."""
    try:
        error = json.load(response)
        return PawstockError(error['code'], error['message'], response.status, response.headers)
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        return PawstockError('unexpected_response', f'HTTP {response.status} is not from Pawstock', response.status, response.headers)

class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Redirects lead away from Pawstock, so they are not followed."""
    def redirect_request(self, *_):
        return None

opener = urllib.request.build_opener(NoRedirect)

def call(method, path, body=None, headers={}, timeout=30):
    """Returns the answer, or None for 204 and 304, and its ETag."""
    answer, headers = request(method, path, body, headers, timeout)
    return answer, headers['ETag']

def request(method, path, body=None, headers={}, timeout=30):
    """Returns the answer, or None for 204 and 304, and its headers."""
    data = None if body is None else json.dumps(body).encode()
    headers = {'Authorization': f'Bearer {key}', 'Content-Type': 'application/json', **headers}
    sent = urllib.request.Request(url + path, data, headers, method=method)
    try:
        with opener.open(sent, timeout=timeout) as response:
            return None if response.status == 204 else json.loads(response.read()), response.headers
    except urllib.error.HTTPError as error:
        if error.code == 304:
            return None, error.headers
        raise error_from(error) from None
    except ValueError:
        raise PawstockError('unexpected_response', 'The answer is not from Pawstock') from None
    except (OSError, http.client.HTTPException) as error:
        raise PawstockError('unreachable', str(error)) from None

def changes(after):
    """Every change after this one, as it happens, for as long as it is iterated. Raises only what stays refused."""
    while True:
        headers = {'Authorization': f'Bearer {key}'}
        events = urllib.request.Request(f'{url}/inventory/events?after={after}', headers=headers)
        try:
            with opener.open(events, timeout=40) as stream:  # it says something every 15 seconds
                for line in stream:
                    if line.startswith(b'data: '):
                        change = json.loads(line[len('data: '):])
                        after = change['seq']
                        yield change
        except urllib.error.HTTPError as error:
            refusal = error_from(error)
            if not refusal.temporary:
                raise refusal from None
        except (OSError, http.client.HTTPException, ValueError):
            pass  # the connection broke
        time.sleep(1)
